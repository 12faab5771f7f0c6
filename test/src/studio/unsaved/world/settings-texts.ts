import type { Random } from '../../../../support/random.ts';
import { partsWithout, type Texts, typedInParts } from './texts.ts';

/** A tab of the settings: texts, and two days whose hours are values of their own. */
const PATHS = ['telephone', 'horaires.lundi', 'horaires.mardi', 'description', 'email'];
const isList = (path: string): boolean => path.startsWith('horaires.');

const listIn = (text: string): readonly string[] => (text === '' ? [] : JSON.parse(text));
const textIn = (text: string): string => (text === '' ? '' : JSON.parse(text));

const HOSTILE = ['<img src=x onerror=alert(1)>', '__proto__', '\u202e', '$&', '"'];
const UNSTORABLE = ['\0', '\udfff'];
const cleaned = (words: string): string => UNSTORABLE.reduce((left, sign) => left.replaceAll(sign, ''), words);

/** A value with other words in it. */
const withWords = (path: string, text: string, change: (words: string) => string): string =>
  isList(path) ? JSON.stringify(listIn(text).map(change)) : JSON.stringify(change(textIn(text)));

/** The settings of a site, as their editor has them: canonical JSON by name. */
export const SETTINGS_TEXTS: Texts = {
  paths: PATHS,
  fresh: ['email'],
  original: new Map([
    ['telephone', '"ligne 0"'],
    ['horaires.lundi', '["ligne 1","ligne 2"]'],
    ['horaires.mardi', '["ligne 3"]'],
    ['description', '"ligne 4"'],
  ]),
  typed: (random: Random, path, text, word) => {
    if (isList(path)) return JSON.stringify(typedInParts(random, listIn(text), word));
    return JSON.stringify(random.chance(0.7) ? `${textIn(text)} ${word}`.trim() : word);
  },
  hostile: (random, path, text, word) => {
    const words = `${random.oneOf(HOSTILE)} ${word}`;
    return JSON.stringify(isList(path) ? [...listIn(text), words] : words);
  },
  spoiled: (random, path, text) => withWords(path, text, (words) => words + random.oneOf(UNSTORABLE)),
  mended: (text) => {
    const value: unknown = text === '' ? '' : JSON.parse(text);
    return JSON.stringify(Array.isArray(value) ? value.map(cleaned) : cleaned(String(value)));
  },
  without: (path, text, word) =>
    isList(path)
      ? JSON.stringify(partsWithout(listIn(text), word))
      : withWords(path, text, (words) => words.replace(word, '').replace('  ', ' ').trim()),
  piecesOf: (path, text) =>
    (isList(path) ? listIn(text) : [textIn(text)]).map((piece) =>
      HOSTILE.reduce((rest, hostile) => rest.replace(hostile, ''), piece),
    ),
};
