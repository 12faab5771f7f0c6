/** A phrase as a sentence: with a capital, and a full stop at its end. Pure. */
export const sentenceOf = (phrase: string): string =>
  `${phrase.charAt(0).toLocaleUpperCase('fr')}${phrase.slice(1)}${/[.!?…]$/.test(phrase) || phrase === '' ? '' : '.'}`;
