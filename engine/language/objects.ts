import type {
  Article,
  ArticleSummary,
  BlockObject,
  Blog,
  BlogReference,
  DayHours,
  ExceptionalHours,
  MenuEntry,
  Network,
  Page,
  PageKind,
  Pagination,
  PostalAddress,
  SectionObject,
  SiteContent,
} from '../types.ts';
import type { SettingType } from './setting-types.ts';
import { type Fields, listOf, type ValueType } from './value-types.ts';

/** The type that the vocabulary may give a value of the engine. */
type TypeOf<T> = T extends string
  ? { readonly kind: 'text' | 'html' | 'date' | 'address' | 'image' }
  : T extends number
    ? { readonly kind: 'number' }
    : T extends boolean
      ? { readonly kind: 'truth' }
      : T extends readonly unknown[]
        ? { readonly kind: 'list' }
        : { readonly kind: 'object' | 'hash' | 'settings' };

/** All fields of a type, and no other: the compiler holds the list to the types of the engine. */
type Of<T> = { readonly [Name in keyof T]-?: ValueType & TypeOf<Exclude<T[Name], undefined>> };

const TEXT = { kind: 'text' } as const;
const HTML = { kind: 'html' } as const;
const NUMBER = { kind: 'number' } as const;
const TRUTH = { kind: 'truth' } as const;
const DATE = { kind: 'date' } as const;
const ADDRESS = { kind: 'address' } as const;

const KIND = {
  kind: 'text',
  values: ['accueil', 'page', 'blog', 'article', 'introuvable'] satisfies PageKind[],
} as const;

/** What became of a contact form. */
const SENT = { kind: 'text', values: ['', 'merci', 'erreur'] satisfies Page['demande'][] } as const;

const object = <Own extends Fields>(fields: Own) => ({ kind: 'object', fields }) as const;
const settingsOf = <Owner extends NonNullable<ValueType['owner']>>(owner: Owner) =>
  ({ kind: 'settings', owner }) as const;

const IMAGE = {
  kind: 'image',
  fields: {
    ...{ src: ADDRESS, alt: TEXT, width: NUMBER, height: NUMBER, aspect_ratio: NUMBER },
    presentation: object({ focal_point: { kind: 'text', fields: { x: NUMBER, y: NUMBER } } }),
    ...{ couleur: TEXT, apercu: ADDRESS },
  },
} as const;

const ENTRY: ValueType = object({
  titre: TEXT,
  url: ADDRESS,
  get enfants() {
    return listOf(ENTRY) as ValueType & { readonly kind: 'list' };
  },
} satisfies Of<MenuEntry>);

const REFERENCE = { titre: TEXT, description: TEXT, adresse: ADDRESS } satisfies Of<BlogReference>;
const SUMMARY = {
  ...{ titre: TEXT, extrait: TEXT, adresse: ADDRESS, image: IMAGE, date: DATE, modifie: DATE },
  blog: object(REFERENCE),
} satisfies Of<ArticleSummary>;
const PAGINATION = { page: NUMBER, pages: NUMBER, precedente: ADDRESS, suivante: ADDRESS } satisfies Of<Pagination>;
const BLOCK = object({ id: TEXT, type: TEXT, settings: settingsOf('block') } satisfies Of<BlockObject>);

const TURN = {
  ...{ index: NUMBER, index0: NUMBER, rindex: NUMBER, rindex0: NUMBER, first: TRUTH, last: TRUTH, length: NUMBER },
};
const FOR_LOOP = {
  kind: 'turn',
  fields: {
    ...TURN,
    name: TEXT,
    /** The loop around it. */
    get parentloop(): ValueType {
      return FOR_LOOP;
    },
  },
} as const;

const HOURS = { ferme: TRUTH, plages: listOf(object({ de: TEXT, a: TEXT })), texte: TEXT };
const POSTAL = { rue: TEXT, complement: TEXT, code_postal: TEXT, ville: TEXT, pays: TEXT, texte: TEXT };
const EXCEPTION = { libelle: TEXT, du: DATE, au: DATE, dates: TEXT, ...HOURS } satisfies Of<ExceptionalHours>;

/** What every page of a site and a theme has. */
const OF_SITE = {
  site: object({
    ...{ nom: TEXT, slug: TEXT, description: TEXT, adresse: ADDRESS, telephone: TEXT, courriel: TEXT },
    adresse_postale: object(POSTAL satisfies Of<PostalAddress>),
    horaires: listOf(object({ jour: TEXT, schema: TEXT, ...HOURS } satisfies Of<DayHours>)),
    exceptions: listOf(object(EXCEPTION)),
    reseaux: listOf(object({ id: TEXT, nom: TEXT, adresse: ADDRESS } satisfies Of<Network>)),
    ...{ activite: TEXT, image: IMAGE },
  } satisfies Of<SiteContent['site']>),
  menus: { kind: 'hash', of: listOf(ENTRY) },
  settings: settingsOf('theme'),
} as const;

/** What a request brings. */
export const OF_REQUEST = {
  page: object({
    ...{ titre: TEXT, slug: TEXT, contenu: HTML, demande: SENT, instant: NUMBER },
    ...{ seo_titre: TEXT, description: TEXT, image: IMAGE, genre: KIND, adresse: ADDRESS },
  } satisfies Of<Page>),
  article: object({ ...SUMMARY, contenu: HTML } satisfies Of<Article>),
  blog: object({
    ...REFERENCE,
    ...{ flux: ADDRESS, articles: listOf(object(SUMMARY)), blogs: listOf(object(REFERENCE)) },
    pagination: object(PAGINATION),
  } satisfies Of<Blog>),
  nonce: TEXT,
  template: TEXT,
};

/** What the layout and every section see. */
export const OF_PAGE = { ...OF_SITE, ...OF_REQUEST };

/** What a section sees besides. */
export const OF_SECTION = {
  section: object({
    ...{ id: TEXT, type: TEXT, settings: settingsOf('section'), blocks: listOf(BLOCK) },
  } satisfies Of<SectionObject>),
};

/** What the layout sees besides. */
export const OF_LAYOUT = { content_for_layout: HTML };

/** What there is in a loop: its turn, and an element of `section.blocks` by the name that themes give it. */
export const OF_LOOP = {
  forloop: FOR_LOOP,
  tablerowloop: {
    kind: 'turn',
    fields: { ...TURN, row: NUMBER, col: NUMBER, col0: NUMBER, col_first: TRUTH, col_last: TRUTH },
  },
  block: BLOCK,
} as const;

/** The objects of the language (docs/rules.md, Rule 12). */
export const OBJECTS: Fields = { ...OF_PAGE, ...OF_SECTION, ...OF_LAYOUT, ...OF_LOOP };

/** What a setting of each type gives templates; it may always be nothing, too. */
export const OF_SETTING_TYPE: Readonly<Record<SettingType, ValueType>> = {
  ...{ text: TEXT, textarea: TEXT, richtext: HTML, number: NUMBER, range: NUMBER, checkbox: TRUTH, url: ADDRESS },
  ...{ select: { kind: 'choice' }, radio: { kind: 'choice' } },
  color: {
    kind: 'colour',
    fields: {
      ...{ red: NUMBER, green: NUMBER, blue: NUMBER, alpha: NUMBER },
      ...{ hue: NUMBER, saturation: NUMBER, lightness: NUMBER },
    },
  },
  image_picker: IMAGE,
  menu_picker: { kind: 'menu', of: ENTRY },
  video_url: { kind: 'video', fields: { type: TEXT, id: TEXT } },
  font_picker: { kind: 'font', fields: { nom: TEXT, family: TEXT, fallback: TEXT } },
};

/** Words that are values. */
export const CONSTANTS = ['true', 'false', 'nil', 'null', 'blank', 'empty'] as const;
