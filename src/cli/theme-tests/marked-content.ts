/** A site whose every plain text is a mark (`marks.ts`): what a template puts out unescaped becomes an element or an attribute. Pure. */
import type { Sample } from '../preview/sample/sample-schema.ts';
import { markedAddress, markedText } from './marks.ts';

/** What the marks stand for; the number of the first is above those of all settings. */
const FIRST = 1_000_000;
const NAMES = [
  'le nom du site (site.nom)',
  'la description du site (site.description)',
  'le titre d’une page (page.titre)',
  'le titre d’une entrée de menu (titre)',
  'l’adresse d’une entrée de menu (url)',
  'le titre d’un blog (blog.titre)',
  'la description d’un blog (blog.description)',
  'le titre d’un article (article.titre)',
  'l’extrait d’un article (article.extrait)',
  'l’image d’un article (article.image)',
] as const;
type Name = (typeof NAMES)[number];

const markOf = (name: Name): number => FIRST + NAMES.indexOf(name);
const text = (name: Name): string => markedText(markOf(name));

/** What a mark stands for; undefined for that of a setting. */
export const contentNamed = (mark: number): string | undefined => NAMES[mark - FIRST];

/** The same site, with the same addresses. */
export function markedContent(sample: Sample): Sample {
  return {
    ...sample,
    nom: text('le nom du site (site.nom)'),
    description: text('la description du site (site.description)'),
    pages: sample.pages.map((page) => ({ ...page, titre: text('le titre d’une page (page.titre)') })),
    menus: Object.fromEntries(Object.entries(sample.menus).map(([id, entries]) => [id, entries.map(markedEntry)])),
    blogs: sample.blogs.map((blog) => ({
      ...blog,
      titre: text('le titre d’un blog (blog.titre)'),
      description: text('la description d’un blog (blog.description)'),
      articles: blog.articles.map((article) => ({
        ...article,
        titre: text('le titre d’un article (article.titre)'),
        extrait: text('l’extrait d’un article (article.extrait)'),
        image: markedAddress(markOf('l’image d’un article (article.image)')),
      })),
    })),
  };
}

type Entry = Sample['menus'][string][number];

const markedEntry = ({ enfants, ...entry }: Entry): Entry => ({
  ...entry,
  titre: text('le titre d’une entrée de menu (titre)'),
  url: markedAddress(markOf('l’adresse d’une entrée de menu (url)')),
  ...(enfants && { enfants: enfants.map(markedEntry) }),
});
