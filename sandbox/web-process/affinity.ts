/** FNV-1a, 32 bits: spreads short keys well, and no secret depends on the result. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  // FNV leaves the last characters in the low bits; these lines spread them.
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The slots in the order in which `key` prefers them (rendezvous hashing): when a slot goes, only the keys move that preferred this slot. */
export function preferredSlots<S extends { readonly name: string }>(key: string, slots: readonly S[]): S[] {
  const weighted = slots.map((slot) => ({ slot, weight: hash(`${slot.name}\n${key}`) }));
  return weighted.toSorted((a, b) => b.weight - a.weight).map(({ slot }) => slot);
}
