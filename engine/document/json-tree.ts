import { visit } from 'jsonc-parser';

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

/** What is being read: an object or list whose end has not come yet. */
interface Open {
  readonly value: Ending<JsonObject> | Ending<JsonList>;
  add(value: JsonValue): void;
  key: { readonly name: string; readonly offset: number; readonly end: number };
}

/** Its end is known when it comes. */
type Ending<T> = Omit<T, 'end'> & { end: number };

const NO_KEY = { name: '', offset: 0, end: 0 };

/**
 * The places in a text that `JSON.parse` accepts.
 * @param base where the text begins in its file
 * @returns undefined when it nests deeper than the stack
 */
export function jsonTree(text: string, base: number): JsonValue | undefined {
  const open: Open[] = [];
  let root: JsonValue | undefined;
  const add = (value: JsonValue) => {
    const parent = open.at(-1);
    if (parent) parent.add(value);
    else root ??= value;
  };
  try {
    visit(text, {
      onObjectBegin: (offset) => begin(open, add, openObject(base + offset)),
      onArrayBegin: (offset) => begin(open, add, openList(base + offset)),
      onObjectEnd: (offset) => end(open, base + offset + 1),
      onArrayEnd: (offset) => end(open, base + offset + 1),
      onObjectProperty(name, offset, length) {
        const parent = open.at(-1);
        if (parent) parent.key = { name, offset: base + offset, end: base + offset + length };
      },
      onLiteralValue(value, offset, length) {
        add({ kind: 'scalar', offset: base + offset, end: base + offset + length, value });
      },
    });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return root;
}

function begin(open: Open[], add: (value: JsonValue) => void, opened: Open): void {
  add(opened.value);
  open.push(opened);
}

function end(open: Open[], offset: number): void {
  const ended = open.pop();
  if (ended) ended.value.end = offset;
}

function openObject(offset: number): Open {
  const entries = new Map<string, JsonEntry>();
  const repeated: JsonEntry[] = [];
  return {
    value: { kind: 'object', offset, end: offset, entries, repeated },
    key: NO_KEY,
    add(value) {
      const { name: key, offset: start, end } = this.key;
      const earlier = entries.get(key);
      if (earlier) repeated.push(earlier);
      entries.set(key, { key, offset: start, end, value });
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
