import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { equal, hasSurrogate, order, truthy } from '../runtime/compare.ts';
import { RenderError } from '../runtime/errors.ts';
import { Identities } from '../runtime/identity.ts';
import { characters, command, INTEGER_SIZE, property } from '../runtime/lookup.ts';
import { plus } from '../runtime/numbers.ts';
import { text } from '../runtime/text.ts';
import { asList, Menu, TextObject } from '../runtime/text-object.ts';
import { entries, isHash, isNil, magnitude, numeric, Range, Turn } from '../runtime/values.ts';

type List = readonly unknown[];

/** What a list filter works on: lists without the lists in them, ranges built, nothing for nil, else the value alone. */
function items(value: unknown): List {
  if (Array.isArray(value)) return value.some(Array.isArray) ? flattened(value) : value;
  if (value instanceof Range) return Range.toArray(value);
  if (value instanceof Menu) return Menu.entries(value);
  return isNil(value) ? [] : [value];
}

function flattened(list: List, into: unknown[] = []): unknown[] {
  for (const element of list) {
    if (Array.isArray(element)) {
      budget.spend(1);
      flattened(element, into);
    } else {
      budget.grow(into.length);
      into.push(element);
    }
  }
  return into;
}

/** The result of `element[key]` for an element that has no properties at all. */
const UNASKABLE = Symbol('no element access');

/** Ruby's `element[key]`, as list filters read a property of each element. */
function propertyOf(element: unknown, key: unknown): unknown {
  budget.spend(1);
  if (!isAskable(element)) return UNASKABLE;
  if (typeof element === 'string') return partOf(element, key);
  if (typeof element === 'number' || typeof element === 'bigint') return bitOf(BigInt(element), key);
  return typeof key === 'string' ? property(element, key) : undefined;
}

/** Ruby reads a bit of an integer so. */
function bitOf(element: bigint, key: unknown): number {
  const bit = magnitude(key);
  if (bit === undefined) throw unreadable(key);
  return bit < 0 ? 0 : Number((element >> BigInt(Math.trunc(Number(bit < MOST_BITS ? bit : MOST_BITS)))) & 1n);
}

/** No integer of a render has as many. */
const MOST_BITS = 65_536;

function partOf(element: string, key: unknown): unknown {
  budget.spend(element.length >>> 6);
  if (typeof key === 'string') return element.includes(key) ? key : undefined;
  const at = numeric(key);
  if (at !== undefined) return Array.from(element).at(at);
  if (isNil(key)) return UNASKABLE;
  throw unreadable(key);
}

const unreadable = (key: unknown) => new RenderError(`la propriété « ${text(key)} » ne peut être lue`);

const isAskable = (element: unknown): boolean =>
  typeof element === 'string' ||
  typeof element === 'bigint' ||
  (typeof element === 'number' && Number.isInteger(element)) ||
  isHash(element) ||
  element instanceof Turn ||
  element instanceof TextObject;

function askable(list: List): boolean {
  budget.spend(list.length);
  return list.every(isAskable);
}

/** Whether an element has the property, or has this value of it. */
function matcher(key: unknown, target: unknown): (element: unknown) => boolean | undefined {
  const any = isNil(target);
  return (element) => {
    const value = propertyOf(element, key);
    if (value === UNASKABLE) return undefined;
    return any ? truthy(value) : equal(value, target);
  };
}

/** Chosen elements in a list of their own; nil as soon as one has no properties at all. */
function choose(value: unknown, key: unknown, target: unknown, wanted: boolean): unknown {
  const matches = matcher(key, target);
  const chosen: unknown[] = [];
  for (const element of items(value)) {
    const matched = matches(element);
    if (matched === undefined) return undefined;
    if (matched === wanted) chosen.push(element);
  }
  return chosen;
}

/** Index of the first match; -1 when there is none, undefined as soon as an element has no properties at all. */
function search(list: List, key: unknown, target: unknown): number | undefined {
  const matches = matcher(key, target);
  for (let at = 0; at < list.length; at++) {
    const matched = matches(list[at]);
    if (matched === undefined) return undefined;
    if (matched) return at;
  }
  return -1;
}

function find(value: unknown, key: unknown, target: unknown): unknown {
  const list = items(value);
  const at = search(list, key, target);
  return at === undefined || at === -1 ? undefined : list[at];
}

function findIndex(value: unknown, key: unknown, target: unknown): unknown {
  const at = search(items(value), key, target);
  return at === -1 ? undefined : at;
}

function has(value: unknown, key: unknown, target: unknown): unknown {
  const at = search(items(value), key, target);
  return at === undefined ? undefined : at !== -1;
}

/** nil is sorted last. */
function compare(a: unknown, b: unknown): number {
  budget.spend(1);
  const first = order(a, b);
  if (first !== undefined) return first;
  if (isNil(a)) return 1;
  if (isNil(b)) return -1;
  throw new RenderError('des valeurs de types différents ne se trient pas');
}

/** ASCII letters alone lose their case, as in Ruby's `casecmp`. */
function compareNatural(a: unknown, b: unknown): number {
  if (isNil(a) || isNil(b)) return isNil(a) && isNil(b) ? 0 : isNil(a) ? 1 : -1;
  const [x, y] = [lowered(text(a)), lowered(text(b))];
  return x < y ? -1 : x > y ? 1 : 0;
}

function lowered(source: string): string {
  budget.spend(1 + source.length);
  return source.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function sorted(value: unknown, key: unknown, by: (a: unknown, b: unknown) => number): unknown {
  const list = items(value);
  budget.spend(2 * list.length);
  if (isNil(key)) return (by === compare && sortedPlain(list)) || stableSort(list, (element) => element, by);
  if (!askable(list)) return undefined;
  // With nothing to compare no property is read.
  return list.length < 2 ? list : stableSort(list, (element) => propertyOf(element, key), by);
}

/** Numbers alone, or texts that UTF-16 orders as code points do, are sorted by V8 itself; undefined for any other list. */
function sortedPlain(list: List): List | undefined {
  const sample = typeof list[0];
  if (sample !== 'string' && sample !== 'number') return undefined;
  for (const element of list) {
    if (typeof element !== sample || (typeof element === 'string' && hasSurrogate(element))) return undefined;
  }
  budget.spend(list.length * Math.ceil(Math.log2(list.length + 1)));
  return sample === 'string' ? list.toSorted() : (list as readonly number[]).toSorted((a, b) => a - b);
}

/** Pairs of each element and its key: `Array.prototype.sort` would move undefined values without asking. */
function stableSort(list: List, keyOf: (element: unknown) => unknown, by: (a: unknown, b: unknown) => number): List {
  return list
    .map((element) => ({ element, key: keyOf(element) }))
    .sort((a, b) => by(a.key, b.key))
    .map(({ element }) => element);
}

function uniq(value: unknown, key: unknown): unknown {
  const list = items(value);
  if (list.length < 2) return list;
  budget.spend(2 * list.length);
  const seen = new Identities();
  if (isNil(key)) return list.filter((element) => seen.add(element));
  const chosen: unknown[] = [];
  for (const element of list) {
    const own = propertyOf(element, key);
    if (own === UNASKABLE) return undefined;
    if (seen.add(own)) chosen.push(element);
  }
  return chosen;
}

/** In the reference `to_liquid` names the element itself. */
const map = (value: unknown, key: unknown): List =>
  key === 'to_liquid' ? items(value) : properties(items(value), key);

function properties(list: List, key: unknown): List {
  budget.spend(list.length);
  return list.map((element) => {
    const own = propertyOf(element, key);
    return own === UNASKABLE ? undefined : own;
  });
}

function compact(value: unknown, key: unknown): unknown {
  const list = items(value);
  budget.spend(list.length);
  if (isNil(key)) return list.filter((element) => !isNil(element));
  const kept: unknown[] = [];
  for (const element of list) {
    const own = propertyOf(element, key);
    if (own === UNASKABLE) return undefined;
    if (!isNil(own)) kept.push(element);
  }
  return kept;
}

/** @throws RenderError when the argument is no list */
function concat(value: unknown, given: unknown): List {
  const more = asList(given);
  if (!Array.isArray(more)) throw new RenderError('concat attend une liste');
  const list = items(value);
  budget.list(list.length + more.length);
  return [...list, ...more];
}

function join(value: unknown, glue: unknown = ' '): string {
  const list = items(value);
  const between = text(glue);
  if (list.every((part) => typeof part === 'string')) {
    budget.spend(list.reduce((sum, part) => sum + part.length + between.length + 1, 0));
    return list.join(between);
  }
  let joined = '';
  for (let at = 0; at < list.length; at++) {
    const part = text(list[at]);
    budget.spend(1 + between.length + part.length);
    joined += at === 0 ? part : between + part;
  }
  return joined;
}

function reverse(value: unknown): List {
  const list = items(value);
  budget.spend(list.length);
  return list.toReversed();
}

function sum(value: unknown, key: unknown): unknown {
  const list = items(value);
  const values = isNil(key) ? list : items(properties(list, key).map((own) => own ?? 0));
  return values.reduce((total, own) => plus(total, own), 0);
}

function size(given: unknown): unknown {
  const value = asList(given);
  if (typeof value === 'string') {
    budget.spend(1 + (value.length >>> 6));
    return characters(value);
  }
  if (Array.isArray(value)) return value.length;
  if (value instanceof Range) return Range.size(value);
  if (isHash(value)) return Object.keys(value).length;
  return (typeof value === 'number' && Number.isInteger(value)) || typeof value === 'bigint' ? INTEGER_SIZE : 0;
}

export const listFilters = {
  ...{ compact, concat, find, find_index: findIndex, has, join, map, reverse, size, sum, uniq },
  first: (value: unknown) => (isHash(value) ? entries(value)[0] : command(value, 'first')),
  last: (value: unknown) => (isHash(value) ? undefined : command(value, 'last')),
  reject: (value: unknown, key: unknown, target: unknown) => choose(value, key, target, false),
  sort: (value: unknown, key: unknown) => sorted(value, key, compare),
  sort_natural: (value: unknown, key: unknown) => sorted(value, key, compareNatural),
  where: (value: unknown, key: unknown, target: unknown) => choose(value, key, target, true),
} satisfies Partial<FilterRuns>;
