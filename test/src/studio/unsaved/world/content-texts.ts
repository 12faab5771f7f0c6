import { newState, valuesOf } from '../../../../../src/studio/writing/store/content-state.ts';
import type { TextKind, TextValues } from '../../../../../src/studio/writing/store/fields.ts';
import { partsWithout, type Texts, typedInParts } from './texts.ts';

/** Id of the page or the article that a schedule is about. */
export const TEXT_ID = '1a2b3c4d-0000-4000-8000-000000000000';

/** The blog of the article when a schedule begins; each word names a blog besides. */
const BLOG = '00000000-0000-4000-8000-00000000000b';
const blogOf = (word: string): string => BLOG.slice(0, -word.length) + word;

/** What the fields of a new text begin with. */
export const INITIAL: Readonly<Record<TextKind, TextValues>> = { pages: {}, articles: { blog_id: BLOG } };

/** The fields that people write. The addresses of pages are not played: those of articles are, with the blog that they depend on. */
const PATHS: Readonly<Record<TextKind, readonly string[]>> = {
  pages: ['contenu', 'titre', 'seo_description'],
  articles: ['contenu', 'titre', 'slug', 'blog_id'],
};

const isHtml = (path: string): boolean => path === 'contenu';
const isChoice = (path: string): boolean => path === 'slug' || path === 'blog_id';

const paragraphsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<p>(.*?)<\/p>/g)].map(([, words = '']) => words);
const joined = (paragraphs: readonly string[]): string => paragraphs.map((words) => `<p>${words}</p>\n`).join('');

export const contentTexts = (kind: TextKind): Texts => {
  const original = new Map<string, string>([
    ...Object.entries(valuesOf(newState(kind, TEXT_ID, INITIAL[kind]))),
    ['contenu', joined(Array.from({ length: 7 }, (_, n) => `ligne ${n}`))],
    ['titre', 'ligne 7'],
    ['seo_description', 'ligne 8'],
  ]);
  return {
    paths: PATHS[kind],
    fresh: [],
    original,
    typed: (random, path, text, word) => {
      if (isHtml(path)) return joined(typedInParts(random, paragraphsOf(text), word));
      if (isChoice(path)) return path === 'blog_id' ? blogOf(word) : word;
      return random.chance(0.7) ? `${text} ${word}`.trim() : word;
    },
    hostile: (random, path, text, word) => {
      const words = `${random.oneOf(HOSTILE)} ${word}`;
      if (isChoice(path)) return path === 'blog_id' ? blogOf(word) : word;
      return isHtml(path) ? joined([...paragraphsOf(text), words]) : words;
    },
    spoiled: (random, path, text) => {
      if (isChoice(path)) return text;
      const sign = random.oneOf(UNSTORABLE);
      return isHtml(path) ? text.replace('<p>', `<p>${sign}`) : text + sign;
    },
    mended: (text) => UNSTORABLE.reduce((left, sign) => left.replaceAll(sign, ''), text),
    without: (path, text, word) => {
      if (isHtml(path)) return joined(partsWithout(paragraphsOf(text), word));
      return isChoice(path) ? (original.get(path) ?? '') : text.replace(word, '').replace('  ', ' ').trim();
    },
    piecesOf: (path, text) => {
      if (isChoice(path)) return [];
      return (isHtml(path) ? paragraphsOf(text) : [text]).map((piece) =>
        HOSTILE.reduce((rest, hostile) => rest.replace(hostile, ''), piece),
      );
    },
  };
};

const UNSTORABLE = ['\0', '\udfff'];

/** What another member writes that is no harmless text. */
const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '</textarea><script>alert(1)</script>',
  '<!--',
  '__proto__',
  'constructor',
  '{{ site.nom }}',
  '$&',
  '\u202e&lt;b\u2028&gt;',
];
