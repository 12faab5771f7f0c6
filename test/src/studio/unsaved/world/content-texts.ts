import { newState, valuesOf } from '../../../../../src/studio/writing/store/content-state.ts';
import { partsWithout, type Texts, typedInParts } from './texts.ts';

/** Id of the page that a schedule is about. */
export const TEXT_ID = '1a2b3c4d-0000-4000-8000-000000000000';

const paragraphsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, words = '']) => words);
const joined = (paragraphs: readonly string[]): string => paragraphs.map((words) => `<p>${words}</p>\n`).join('');

/** The fields that people write; the address is unique on a site, and is not played. */
const PATHS = ['contenu', 'titre', 'seo_description'];
const isHtml = (path: string): boolean => path === 'contenu';

export const CONTENT_TEXTS: Texts = {
  paths: PATHS,
  fresh: [],
  original: new Map<string, string>([
    ...Object.entries(valuesOf(newState('pages', TEXT_ID, {}))),
    ['contenu', joined(Array.from({ length: 7 }, (_, n) => `ligne ${n}`))],
    ['titre', 'ligne 7'],
    ['seo_description', 'ligne 8'],
  ]),
  typed: (random, path, text, word) => {
    if (isHtml(path)) return joined(typedInParts(random, paragraphsOf(text), word));
    return random.chance(0.7) ? `${text} ${word}`.trim() : word;
  },
  without: (path, text, word) => {
    const isField = !isHtml(path);
    return isField ? text.replace(word, '').replace('  ', ' ').trim() : joined(partsWithout(paragraphsOf(text), word));
  },
  piecesOf: (path, text) => (isHtml(path) ? paragraphsOf(text) : [text]),
};
