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

/** Rendezvous hashing: the slots in the order in which `key` prefers them. When a slot goes, only the keys that preferred it move. */
export function preferredSlots<S extends { readonly name: string }>(key: string, slots: readonly S[]): S[] {
  const weighted = slots.map((slot) => ({ slot, weight: hash(`${slot.name}\n${key}`) }));
  return weighted.toSorted((a, b) => b.weight - a.weight).map(({ slot }) => slot);
}
