/** Names as people read them: letters in the place of punycode. */
import { domainToASCII, domainToUnicode } from 'node:url';

/** What a label has: letters with their marks, digits, hyphens, and the dots inside of Catalan and Japanese words. */
const LABEL = /^[\p{L}\p{M}\p{Nd}\-\u00b7\u30fb]+$/u;

/** Scripts that may stand together in one label: what Unicode calls highly restrictive (UTS 39, 5.2), and browsers show in letters. */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
    'Gurmukhi',
    'Hebrew',
    'Kannada',
    'Khmer',
    'Lao',
    'Malayalam',
    'Myanmar',
    'Oriya',
    'Sinhala',
    'Tamil',
    'Telugu',
    'Thaana',
    'Thai',
    'Tibetan',
  ].map((script) => [script]),
].map((scripts) => new RegExp(`^[\\p{sc=Zyyy}\\p{sc=Zinh}${scripts.map((of) => `\\p{scx=${of}}`).join('')}]+$`, 'u'));

/**
 * A host name in letters: `xn--caf-dma.fr` gives `café.fr`.
 * @returns null when it has punycode that stands for no name, or other signs than a name's
 */
export function inLetters(host: string): string | null {
  const letters = domainToUnicode(host);
  const labels = letters.split('.');
  const isName = labels.every((label) => LABEL.test(label) && !label.startsWith('xn--'));
  return isName && domainToASCII(letters) === host ? letters : null;
}

/** Whether each label is of one script, or of several that are written together. */
export const areLettersOfOneScript = (letters: string): boolean =>
  letters.split('.').every((label) => TOGETHER.some((scripts) => scripts.test(label)));

/** A host name as it is shown: in letters where nobody takes it for another one, else as browsers show it. */
export function shownHost(host: string): string {
  const letters = inLetters(host);
  return letters !== null && areLettersOfOneScript(letters) ? letters : host;
}
