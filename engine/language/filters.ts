/** One filter of the language. */
export interface FilterFacts {
  /** Its arguments, as people read them; those that end with `?` may be left out. */
  readonly takes: string;
  /** How many arguments it takes besides its input; named ones count as one. */
  readonly least: number;
  readonly most: number;
  /** `text`: its result is always a string, so that an output can append it as it is. */
  readonly gives: 'text' | 'value';
  /** It gives text, but nil for nil. */
  readonly keepsNil?: true;
  /** Its result depends on more than its input and arguments, so that it cannot be known before the render. */
  readonly varies?: true;
  /** It is also given the id of the theme, after its arguments. */
  readonly ofTheme?: true;
}

const giving =
  <Gives extends FilterFacts['gives']>(gives: Gives) =>
  (takes = '', more: Pick<FilterFacts, 'keepsNil' | 'varies' | 'ofTheme'> = {}) => {
    const names = takes === '' ? [] : takes.split(', ');
    return { takes, least: names.filter((name) => !name.endsWith('?')).length, most: names.length, gives, ...more };
  };
const text = giving('text');
const value = giving('value');

const TABLE = {
  abs: value(),
  append: text('fin'),
  asset_url: text('', { ofTheme: true }),
  at_least: value('minimum'),
  at_most: value('maximum'),
  base64_decode: text(),
  base64_encode: text(),
  base64_url_safe_decode: text(),
  base64_url_safe_encode: text(),
  capitalize: text(),
  ceil: value(),
  compact: value('propriété?'),
  concat: value('liste'),
  date: value('format', { varies: true }),
  default: value('valeur?, allow_false: true?'),
  divided_by: value('nombre'),
  downcase: text(),
  escape: text('', { keepsNil: true }),
  escape_once: text(),
  find: value('propriété, valeur?'),
  find_index: value('propriété, valeur?'),
  first: value(),
  floor: value(),
  font_face: text(),
  font_famille: text(),
  font_precharge: text(),
  h: text('', { keepsNil: true }),
  has: value('propriété, valeur?'),
  join: text('séparateur?'),
  json: text(),
  last: value(),
  lignes: text(),
  lstrip: text(),
  map: value('propriété'),
  minus: value('nombre'),
  modulo: value('nombre'),
  newline_to_br: text(),
  plus: value('nombre'),
  prepend: text('début'),
  reject: value('propriété, valeur?'),
  remove: text('motif'),
  remove_first: text('motif'),
  remove_last: text('motif'),
  replace: text('motif, remplacement?'),
  replace_first: text('motif, remplacement?'),
  replace_last: text('motif, remplacement'),
  reverse: value(),
  round: value('décimales?'),
  rstrip: text(),
  size: value(),
  slice: value('position, longueur?'),
  sort: value('propriété?'),
  sort_natural: value('propriété?'),
  split: value('séparateur'),
  squish: value(),
  strip: text(),
  strip_html: text(),
  strip_newlines: text(),
  stylesheet_tag: text('ignoré?'),
  sum: value('propriété?'),
  teinte: value('pas'),
  times: value('nombre'),
  truncate: value('longueur?, fin?'),
  truncatewords: value('mots?, fin?'),
  uniq: value('propriété?'),
  upcase: text(),
  url_decode: text('', { keepsNil: true }),
  url_encode: text('', { keepsNil: true }),
  where: value('propriété, valeur?'),
} satisfies Record<string, FilterFacts>;

/** What each filter does: its input, then its arguments. */
export type FilterRuns = {
  readonly [Name in keyof typeof TABLE]: (
    ...values: never[]
  ) => (typeof TABLE)[Name]['gives'] extends 'text' ? string : unknown;
};

/** The filters of the language: those of the reference, and ours (docs/rules.md, Rule 10). */
export const FILTERS: ReadonlyMap<string, FilterFacts> = new Map(Object.entries(TABLE));
