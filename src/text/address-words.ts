/** Words as addresses have them. Pure: browsers load this too. */

/** Letters that are no letter with a mark. */
const SPELT: readonly (readonly [RegExp, string])[] = [
  [/œ/g, 'oe'],
  [/æ/g, 'ae'],
  [/ß/g, 'ss'],
  [/ø/g, 'o'],
  [/ł/g, 'l'],
  [/đ/g, 'd'],
];

/** The words of a text in the letters and digits of addresses: « Cœur d’été » gives `coeur`, `d`, `ete`; none for a text without such letters. */
export function addressWords(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  const spelt = SPELT.reduce((so, [letter, letters]) => so.replace(letter, letters), plain);
  return spelt.split(/[^a-z0-9]+/).filter(Boolean);
}
