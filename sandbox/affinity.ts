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

/** Rendezvous hashing: the place that `key` prefers. When a place goes, only the keys that preferred it move. */
export function preferredPlace<P extends { readonly name: string }>(key: string, places: readonly P[]): P {
  let preferred: P | undefined;
  let most = -1;
  for (const place of places) {
    const weight = hash(`${place.name}\n${key}`);
    if (weight > most) [preferred, most] = [place, weight];
  }
  if (!preferred) throw new Error('there is no place to prefer');
  return preferred;
}
