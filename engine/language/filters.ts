import {
  ANY,
  elementOf,
  listOf,
  type Nature,
  naturesOf,
  propertyOf,
  unionOf,
  type ValueKind,
  type ValueType,
} from './value-types.ts';

interface Input {
  readonly natures: readonly Nature[];
  readonly never?: readonly ValueKind[];
  readonly words: string;
}

/**
 * What each kind of filter does something with: the natures of its input, and kinds where a nature is not enough. Any other value
 * is emptied, left alone, or put out as a program writes it.
 */
const INPUTS = {
  any: { natures: ['text', 'number', 'truth', 'list', 'hash', 'object', 'turn'], words: 'une valeur' },
  text: { natures: ['text', 'number', 'truth'], words: 'un texte' },
  number: { natures: ['number', 'text'], words: 'un nombre' },
  list: { natures: ['list', 'hash'], words: 'une liste' },
  /** Lists, and texts by their characters. */
  series: { natures: ['list', 'text', 'hash', 'turn'], words: 'une liste ou un texte' },
  date: { natures: ['number', 'text'], never: ['colour', 'image', 'video', 'font', 'menu', 'html'], words: 'une date' },
  colour: { natures: ['text'], never: ['image', 'video', 'font', 'menu', 'html', 'date'], words: 'une couleur' },
  font: { natures: ['text'], never: ['colour', 'image', 'video', 'menu', 'html', 'date'], words: 'une police' },
  image: { natures: ['text'], never: ['colour', 'video', 'font', 'menu', 'html', 'date'], words: 'une image' },
} satisfies Record<string, Input>;

export type FilterInput = keyof typeof INPUTS;

/**
 * The type of what a filter gives: a type of its own, a part of its input, the type of its input or else of its argument (`default`),
 * of an element of its input, a list of its input's elements, a list of a property of them, a list of texts.
 */
export type FilterResult =
  | Extract<ValueKind, 'any' | 'text' | 'html' | 'address' | 'image' | 'number' | 'truth'>
  | 'part'
  | 'same or argument'
  | 'element'
  | 'elements'
  | 'elements and argument'
  | 'properties'
  | 'texts';

/** One filter of the language. */
export interface FilterFacts {
  /** Its arguments, as people read them; those that end with `?` may be left out. */
  readonly takes: string;
  /** How many arguments it takes besides its input; named ones count as one. */
  readonly least: number;
  readonly most: number;
  /** `text`: its result is always a string, so that an output can append it as it is. */
  readonly gives: 'text' | 'value';
  /** What it does something with. */
  readonly input: FilterInput;
  readonly result: FilterResult;
  /** It gives text, but nil for nil. */
  readonly keepsNil?: true;
  /** Its result depends on more than its input and arguments, so that it cannot be known before the render. */
  readonly varies?: true;
  /** Its result depends on the site's content and on the place that is rendered: it cannot be known before the render, and is the same on all pages. */
  readonly ofPlace?: true;
  /** It is also given the id of the theme, after its arguments. */
  readonly ofTheme?: true;
}

type More = Pick<FilterFacts, 'keepsNil' | 'varies' | 'ofPlace' | 'ofTheme'> &
  Partial<Pick<FilterFacts, 'input' | 'result'>>;

const giving =
  <Gives extends FilterFacts['gives']>(gives: Gives, input: FilterInput, result: FilterResult) =>
  (takes = '', more: More = {}) => {
    const names = takes === '' ? [] : takes.split(', ');
    const least = names.filter((name) => !name.endsWith('?')).length;
    return { takes, least, most: names.length, gives, input, result, ...more };
  };
const text = giving('text', 'text', 'text');
const html = giving('text', 'text', 'html');
const number = giving('value', 'number', 'number');
const list = giving('value', 'list', 'elements');
const value = giving('value', 'any', 'any');

const TABLE = {
  abs: number(),
  append: text('fin'),
  asset_url: text('', { ofTheme: true, result: 'address' }),
  at_least: number('minimum'),
  at_most: number('maximum'),
  base64_decode: text(),
  base64_encode: text(),
  base64_url_safe_decode: text(),
  base64_url_safe_encode: text(),
  capitalize: text(),
  ceil: number(),
  compact: list('propriété?'),
  concat: value('liste', { result: 'elements and argument' }),
  date: value('format', { varies: true, input: 'date', result: 'text' }),
  default: value('valeur?, allow_false: true?', { result: 'same or argument' }),
  divided_by: number('nombre'),
  downcase: text(),
  escape: text('', { keepsNil: true }),
  escape_once: text(),
  find: list('propriété, valeur?', { result: 'element' }),
  find_index: list('propriété, valeur?', { result: 'number' }),
  first: value('', { input: 'series', result: 'element' }),
  floor: number(),
  font_face: text('', { input: 'font' }),
  font_famille: text('', { input: 'font' }),
  font_precharge: html('', { input: 'font' }),
  h: text('', { keepsNil: true }),
  has: list('propriété, valeur?', { result: 'truth' }),
  image_tag: html(
    'widths: "320,640"?, sizes: "100vw"?, alt: ""?, class: ""?, loading: "lazy"?, fetchpriority: "high"?, preload: true?',
    { input: 'image', ofPlace: true },
  ),
  image_url: value('width: 640?, height: 480?, crop: "center"?, format: "jpg"?', {
    input: 'image',
    result: 'image',
    ofPlace: true,
  }),
  join: giving('text', 'list', 'text')('séparateur?'),
  json: text('', { input: 'any' }),
  last: value('', { input: 'series', result: 'element' }),
  lignes: html(),
  lstrip: text(),
  map: list('propriété', { result: 'properties' }),
  minus: number('nombre'),
  modulo: number('nombre'),
  newline_to_br: html(),
  placeholder_svg_tag: html('classe?'),
  plus: number('nombre'),
  prepend: text('début'),
  reject: list('propriété, valeur?'),
  remove: text('motif'),
  remove_first: text('motif'),
  remove_last: text('motif'),
  replace: text('motif, remplacement?'),
  replace_first: text('motif, remplacement?'),
  replace_last: text('motif, remplacement'),
  reverse: list(),
  round: number('décimales?'),
  rstrip: text(),
  size: value('', { input: 'series', result: 'number' }),
  slice: value('position, longueur?', { result: 'part' }),
  sort: list('propriété?'),
  sort_natural: list('propriété?'),
  split: giving('value', 'text', 'texts')('séparateur'),
  squish: giving('value', 'text', 'text')(),
  strip: text(),
  strip_html: text(),
  strip_newlines: text(),
  stylesheet_tag: html('ignoré?'),
  sum: list('propriété?', { result: 'number' }),
  teinte: value('pas', { input: 'colour', result: 'text' }),
  times: number('nombre'),
  truncate: giving('value', 'text', 'text')('longueur?, fin?'),
  truncatewords: giving('value', 'text', 'text')('mots?, fin?'),
  uniq: list('propriété?'),
  upcase: text(),
  url_decode: text('', { keepsNil: true }),
  url_encode: text('', { keepsNil: true }),
  where: list('propriété, valeur?'),
} satisfies Record<string, FilterFacts>;

/** What each filter does: its input, then its arguments. */
export type FilterRuns = {
  readonly [Name in keyof typeof TABLE]: (
    ...values: never[]
  ) => (typeof TABLE)[Name]['gives'] extends 'text' ? string : unknown;
};

/** The filters of the language: those of the reference, and ours (docs/rules.md, Rule 10). */
export const FILTERS: ReadonlyMap<string, FilterFacts> = new Map(Object.entries(TABLE));

/** Whether a filter may do something with a value of a type: false only where it surely empties it, leaves it alone, or reads it as a program writes it. */
export function accepts(facts: FilterFacts, type: ValueType): boolean {
  if (type.among) return type.among.some((one) => accepts(facts, one));
  const { natures, never = [] }: Input = INPUTS[facts.input];
  return !never.includes(type.kind) && naturesOf(type).some((nature) => natures.includes(nature));
}

/** What a filter does something with, in words: « une liste ». */
export const inputWords = ({ input }: FilterFacts): string => INPUTS[input].words;

/** An argument of a filter, as far as it is known. */
export interface FilterArgument {
  readonly type: ValueType;
  /** Its text, where it is a constant. */
  readonly text?: string | undefined;
}

/** The type of what a filter gives; `any` where nothing can be said. */
export function resultOf(
  { result }: FilterFacts,
  input: ValueType,
  [first]: readonly FilterArgument[] = [],
): ValueType {
  const element = elementOf(input);
  switch (result) {
    case 'part':
      return naturesOf(input).includes('list') ? input : { kind: 'text' };
    case 'same or argument':
      return unionOf([input, first?.type ?? ANY]) ?? ANY;
    case 'element':
      return element;
    case 'elements':
      return listOf(element);
    case 'elements and argument':
      return listOf(unionOf([element, elementOf(first?.type ?? ANY)]) ?? ANY);
    case 'properties':
      return listOf(first?.text === undefined ? ANY : (propertyOf(element, first.text) ?? ANY));
    case 'texts':
      return listOf({ kind: 'text' });
    default:
      return { kind: result };
  }
}

/** How many arguments a filter takes, in French words: « 1 argument », « de 1 à 2 arguments ». */
export function argumentWords({ least, most }: Pick<FilterFacts, 'least' | 'most'>): string {
  const words = least === most ? String(most) : `de ${least} à ${most}`;
  return `${words} argument${most > 1 ? 's' : ''}`;
}
