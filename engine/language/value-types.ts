/**
 * Every kind of value that a template meets: what filters may take it for, and what people call it. `text` and `list` are also
 * what objects of settings count as wherever one is needed (`docs/theme-format.md`).
 */
const KINDS = {
  any: { is: ['text', 'number', 'truth', 'list', 'hash', 'object', 'turn'], words: 'une valeur' },
  text: { is: ['text'], words: 'un texte' },
  html: { is: ['text'], words: 'du HTML' },
  date: { is: ['text'], words: 'une date' },
  address: { is: ['text'], words: 'une adresse' },
  /** The value of one of a setting's options. */
  choice: { is: ['text', 'number', 'truth'], words: 'une option' },
  number: { is: ['number'], words: 'un nombre' },
  truth: { is: ['truth'], words: 'vrai ou faux' },
  colour: { is: ['object', 'text'], words: 'une couleur' },
  image: { is: ['object', 'text'], words: 'une image' },
  video: { is: ['object', 'text'], words: 'une vidéo' },
  font: { is: ['object', 'text'], words: 'une police' },
  menu: { is: ['object', 'text', 'list'], words: 'un menu' },
  list: { is: ['list'], words: 'une liste' },
  /** An object of the language, with its fields. */
  object: { is: ['hash'], words: 'un objet' },
  /** `forloop` and `tablerowloop`: no text, no list, nothing to be counted. */
  turn: { is: ['turn'], words: 'le tour d’une boucle' },
  /** Any names, all with values of one type. */
  hash: { is: ['hash'], words: 'un objet' },
  /** Settings: what there is, the theme's schemas say. */
  settings: { is: ['hash'], words: 'des réglages' },
} as const satisfies Record<string, { readonly is: readonly Nature[]; readonly words: string }>;

/** What a value is for filters. `object`: an object with fields that is a text wherever a text is needed. */
export type Nature = 'text' | 'number' | 'truth' | 'list' | 'hash' | 'object' | 'turn';

export type ValueKind = keyof typeof KINDS;

/** The type of a value of templates. */
export interface ValueType {
  readonly kind: ValueKind;
  /** Its properties, and no others but those that every value of its nature has (`size`, `first`, `last`). */
  readonly fields?: Fields;
  /** The type of its elements: of a list, a menu, or a hash. */
  readonly of?: ValueType;
  /** Whose settings they are. */
  readonly owner?: 'theme' | 'section' | 'block';
  /** The only texts that it may be. */
  readonly values?: readonly string[];
  /** Of the kind `any`: it is of one of these types. */
  readonly among?: readonly ValueType[];
}

/** Types of properties, by name. */
export interface Fields {
  readonly [name: string]: ValueType;
}

export const ANY: ValueType = { kind: 'any' };

/** A list of values of a type. */
export const listOf = <Element extends ValueType>(of: Element) => ({ kind: 'list', of }) as const;

/** What values of this type are for filters. */
export const naturesOf = ({ kind, among }: ValueType): readonly Nature[] =>
  among ? among.flatMap(naturesOf) : KINDS[kind].is;

/** What people call a value of this type: « une liste ». */
export const wordsOf = ({ kind }: ValueType): string => KINDS[kind].words;

/** Properties that values compute. */
export const COMPUTED = ['size', 'first', 'last'] as const;

const NUMBER: ValueType = { kind: 'number' };
const TEXT: ValueType = { kind: 'text' };

/**
 * The type of a property.
 * @returns undefined where values of the type surely have no such property; `any` where nothing can be said. Settings have any, unless their
 * fields are told: what they are, the theme's schemas say
 */
export function propertyOf(type: ValueType, name: string): ValueType | undefined {
  const { kind, among, fields, of = ANY } = type;
  if (among) return unionOf(among.map((one) => propertyOf(one, name)));
  if (fields && Object.hasOwn(fields, name)) return fields[name];
  if (kind === 'any' || (kind === 'settings' && !fields)) return ANY;
  if (kind === 'hash') return of;
  return (COMPUTED as readonly string[]).includes(name) ? computed(type, name) : undefined;
}

function computed(type: ValueType, name: string): ValueType | undefined {
  const natures = naturesOf(type);
  if (natures.includes('list')) return name === 'size' ? NUMBER : (type.of ?? ANY);
  if (natures.includes('text')) return name === 'size' ? NUMBER : TEXT;
  if (natures.includes('hash')) return name === 'size' ? NUMBER : name === 'first' ? ANY : undefined;
  return natures.includes('number') && name === 'size' ? NUMBER : undefined;
}

/** The type of what a loop takes one after the other; `any` where nothing can be said. */
export function elementOf(type: ValueType): ValueType {
  if (type.among) return unionOf(type.among.map(elementOf)) ?? ANY;
  if (type.kind === 'any') return ANY;
  const natures = naturesOf(type);
  if (natures.includes('list')) return type.of ?? ANY;
  // A text is a list of itself.
  return natures.includes('text') ? type : ANY;
}

/** A value that may be of more types may be of any: comparing them costs the square of their number. */
const MOST_TYPES = 64;

/** The type of a value that is of one of these types, as far as there are any. */
export function unionOf(types: readonly (ValueType | undefined)[]): ValueType | undefined {
  const among: ValueType[] = [];
  for (const type of types.flatMap((one) => one?.among ?? (one ? [one] : []))) {
    if (type.kind === 'any') return ANY;
    if (!among.some((one) => sameType(one, type)) && among.push(type) > MOST_TYPES) return ANY;
  }
  return among.length > 1 ? { kind: 'any', among } : among[0];
}

const sameType = (a: ValueType, b: ValueType): boolean =>
  a === b ||
  (a.kind === b.kind &&
    a.fields === b.fields &&
    sameValues(a.values, b.values) &&
    a.among === b.among &&
    (a.of === b.of || (a.of !== undefined && b.of !== undefined && sameType(a.of, b.of))));

const sameValues = (a: ValueType['values'], b: ValueType['values']): boolean =>
  a === b || (a?.length === b?.length && a?.every((value, at) => value === b?.[at]) === true);
