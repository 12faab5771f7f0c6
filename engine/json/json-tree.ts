/** A JSON value that knows where it stands, from its first character to behind its last: UTF-16 code units from the start of its file. */
export type JsonValue = JsonObject | JsonList | JsonScalar;

export interface JsonObject {
  readonly kind: 'object';
  readonly offset: number;
  readonly end: number;
  /** A key that stands twice counts as `JSON.parse` has it: the last time. */
  readonly entries: ReadonlyMap<string, JsonEntry>;
  /** Those that do not count, because their key stands there once more. */
  readonly repeated: readonly JsonEntry[];
}

export interface JsonEntry {
  readonly key: string;
  /** Place of the key, its quotes included. */
  readonly offset: number;
  readonly end: number;
  readonly value: JsonValue;
}

interface JsonList {
  readonly kind: 'list';
  readonly offset: number;
  readonly end: number;
  readonly items: readonly JsonValue[];
}

interface JsonScalar {
  readonly kind: 'scalar';
  readonly offset: number;
  readonly end: number;
  readonly value: string | number | boolean | null;
}

/** An object or list whose end has not come yet. */
interface Open {
  readonly value: Ending<JsonObject> | Ending<JsonList>;
  add(value: JsonValue): void;
  key: Omit<JsonEntry, 'value'>;
}

/** Its end is known when it comes. */
type Ending<T> = Omit<T, 'end'> & { end: number };

const NO_KEY = { key: '', offset: 0, end: 0 };

/** Makes a tree of what a reader of JSON finds, in the order of the text. */
export class TreeBuilding {
  readonly #base: number;
  readonly #open: Open[] = [];
  root: JsonValue | undefined;

  /** @param base where the text begins in its file */
  constructor(base: number) {
    this.#base = base;
  }

  /** How many objects and lists have not ended. */
  get depth(): number {
    return this.#open.length;
  }

  begin(kind: 'object' | 'list', offset: number): void {
    const opened = (kind === 'object' ? openObject : openList)(this.#base + offset);
    this.#add(opened.value);
    this.#open.push(opened);
  }

  /** @param offset of the bracket */
  end(offset: number): void {
    const ended = this.#open.pop();
    if (ended) ended.value.end = this.#base + offset + 1;
  }

  key(key: string, offset: number, length: number): void {
    const parent = this.#open.at(-1);
    if (parent) parent.key = { key, ...this.#place(offset, length) };
  }

  scalar(value: JsonScalar['value'], offset: number, length: number): void {
    this.#add({ kind: 'scalar', ...this.#place(offset, length), value });
  }

  #place(offset: number, length: number) {
    return { offset: this.#base + offset, end: this.#base + offset + length };
  }

  #add(value: JsonValue): void {
    const parent = this.#open.at(-1);
    if (parent) parent.add(value);
    else this.root ??= value;
  }
}

/** Deepest nesting: who works on a tree calls itself for each level. */
const DEEPEST = 1_000;

/** A text, with the colon that makes it a key; a bracket; any other value. */
const TOKEN = /("(?:[^"\\]+|\\.)*")(\s*:)?|[[\]{}]|[^\s[\]{},:"]+/g;

/**
 * The places in a text that `JSON.parse` accepts.
 * @param base where the text begins in its file
 * @returns undefined when it nests too deep
 */
export function jsonTree(text: string, base = 0): JsonValue | undefined {
  const building = new TreeBuilding(base);
  for (const { 0: token, 1: written, 2: colon, index } of text.matchAll(TOKEN)) {
    if (written !== undefined) {
      const place = [JSON.parse(written), index, written.length] as const;
      if (colon === undefined) building.scalar(...place);
      else building.key(...place);
    } else if (token === '{' || token === '[') building.begin(token === '{' ? 'object' : 'list', index);
    else if (token === '}' || token === ']') building.end(index);
    else building.scalar(JSON.parse(token), index, token.length);
    if (building.depth > DEEPEST) return undefined;
  }
  return building.root;
}

function openObject(offset: number): Open {
  const entries = new Map<string, JsonEntry>();
  const repeated: JsonEntry[] = [];
  return {
    value: { kind: 'object', offset, end: offset, entries, repeated },
    key: NO_KEY,
    add(value) {
      const { key } = this.key;
      const earlier = entries.get(key);
      if (earlier) repeated.push(earlier);
      entries.set(key, { ...this.key, value });
    },
  };
}

function openList(offset: number): Open {
  const items: JsonValue[] = [];
  return { value: { kind: 'list', offset, end: offset, items }, key: NO_KEY, add: (value) => void items.push(value) };
}

/** The value of a key, where the object and the key are there. */
export const valueAt = (value: JsonValue | undefined, key: string): JsonValue | undefined =>
  value?.kind === 'object' ? value.entries.get(key)?.value : undefined;

export const textOf = (value: JsonValue | undefined): string | undefined =>
  value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;

/** Where a section or a block says that it is not to be shown; undefined for one that is shown. */
export function disabledAt(value: JsonValue | undefined): JsonValue | undefined {
  const disabled = valueAt(value, 'disabled');
  return disabled?.kind === 'scalar' && disabled.value === true ? disabled : undefined;
}

/** The text of a key, and its place: that of the whole object where the key is not there. */
export function textAt(parent: JsonValue, key: string): { readonly text: string | undefined; readonly offset: number } {
  const value = valueAt(parent, key);
  return { text: textOf(value), offset: (value ?? parent).offset };
}

export const numberOf = (value: JsonValue | undefined): number | undefined =>
  value?.kind === 'scalar' && typeof value.value === 'number' ? value.value : undefined;

/** The entries of an object; none of anything else. */
export const entriesOf = (value: JsonValue | undefined): ReadonlyMap<string, JsonEntry> =>
  value?.kind === 'object' ? value.entries : new Map();

/** The items of a list; none of anything else. */
export const itemsOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value?.kind === 'list' ? value.items : [];

/** The text of a key without its quotes, as a place. */
export const within = ({ offset, end }: { readonly offset: number; readonly end: number }) => ({
  offset: offset + 1,
  end: end - 1,
});

/** All values, one after the other: an object or a list before what it holds. */
export function* valuesIn(value: JsonValue): Generator<JsonValue> {
  const open = [value];
  for (let next = open.pop(); next; next = open.pop()) {
    yield next;
    const inner = next.kind === 'object' ? [...next.entries.values()].map((entry) => entry.value) : itemsOf(next);
    for (let at = inner.length - 1; at >= 0; at--) {
      const one = inner[at];
      if (one) open.push(one);
    }
  }
}

/** What stands alone; undefined for an object, a list, or nothing. */
export const scalarOf = (value: JsonValue | undefined): JsonScalar['value'] | undefined =>
  value?.kind === 'scalar' ? value.value : undefined;
