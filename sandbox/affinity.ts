/** FNV-1a, 32 bits: well spread on short keys, cheap, and no secret depends on it. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV leaves the last characters in the low bits; this spreads them before values are compared.
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/**
 * Rendezvous hashing: the places in the order in which `key` prefers them. When a place goes, only the keys that preferred
 * it move.
 */
export function bestFirst<Place extends { readonly name: string }>(key: string, places: readonly Place[]): Place[] {
  return places
    .map((place) => ({ place, weight: hash(`${place.name}\n${key}`) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ place }) => place);
}
