import type {
  Article,
  ArticleSummary,
  BlockObject,
  Blog,
  BlogReference,
  Page,
  Pagination,
  SectionObject,
  SiteContent,
} from '../types.ts';

/** The fields of an object, each with its own; a value that a theme names itself, or that has none, has nothing here. */
export interface Fields {
  readonly [name: string]: Fields;
}

/** All fields of a type, and no other: the compiler holds the list to the types of the engine. */
type Of<T> = Readonly<Record<keyof T, Fields>>;

const NONE: Fields = {};

const REFERENCE = { titre: NONE, description: NONE, adresse: NONE } satisfies Of<BlogReference>;
const SUMMARY = {
  ...{ titre: NONE, extrait: NONE, adresse: NONE, image: NONE, date: NONE },
  blog: REFERENCE,
} satisfies Of<ArticleSummary>;
const PAGINATION = { page: NONE, pages: NONE, precedente: NONE, suivante: NONE } satisfies Of<Pagination>;
const TURN = { index: NONE, index0: NONE, rindex: NONE, rindex0: NONE, first: NONE, last: NONE, length: NONE };

/** What every page of a site and a theme has. */
const OF_SITE = {
  site: { nom: NONE, slug: NONE, description: NONE } satisfies Of<SiteContent['site']>,
  menus: NONE,
  settings: NONE,
};

/** What a request brings. */
export const OF_REQUEST = {
  page: { titre: NONE, slug: NONE, contenu: NONE, demande: NONE, instant: NONE } satisfies Of<Page>,
  article: { ...SUMMARY, contenu: NONE } satisfies Of<Article>,
  blog: { ...REFERENCE, flux: NONE, articles: NONE, blogs: NONE, pagination: PAGINATION } satisfies Of<Blog>,
  nonce: NONE,
  template: NONE,
};

/** What the layout and every section see. */
export const OF_PAGE = { ...OF_SITE, ...OF_REQUEST };

/** What a section sees besides, and the layout. */
const OF_FILE = {
  section: { id: NONE, type: NONE, settings: NONE, blocks: NONE } satisfies Of<SectionObject>,
  content_for_layout: NONE,
};

/** What there is in a loop: its turn, and an element of `section.blocks` by the name that themes give it. */
export const OF_LOOP = {
  forloop: { ...TURN, name: NONE, parentloop: NONE },
  tablerowloop: { ...TURN, row: NONE, col: NONE, col0: NONE, col_first: NONE, col_last: NONE },
  block: { id: NONE, type: NONE, settings: NONE } satisfies Of<BlockObject>,
};

/** The objects of the language (docs/rules.md, Rule 12). */
export const OBJECTS: Fields = { ...OF_PAGE, ...OF_FILE, ...OF_LOOP };

/** Words that are values. */
export const CONSTANTS = ['true', 'false', 'nil', 'null', 'blank', 'empty'] as const;
