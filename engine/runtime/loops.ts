import { budget } from './budget.ts';
import { leadingInteger, toInteger } from './numbers.ts';
import { Menu, TextObject } from './text-object.ts';
import { entries, ForLoop, isHash, isNil, Range, TableRowLoop } from './values.ts';

type Items = readonly unknown[] | Range;

const NONE: readonly unknown[] = [];

/** The elements that a loop iterates: a list, a range, the pairs of a hash, a text that is not empty as one element, nothing else. */
export function items(value: unknown): Items {
  if (Array.isArray(value) || value instanceof Range) return value;
  if (typeof value === 'string') return value === '' ? NONE : [value];
  if (value instanceof TextObject) return value instanceof Menu ? Menu.entries(value) : [value];
  return isHash(value) ? entries(value) : NONE;
}

export const isRange = (value: Items): value is Range => value instanceof Range;
export const sizeOf = (value: Items): number => (value instanceof Range ? Range.size(value) : value.length);
export const itemAt = (value: Items, at: number): unknown => (value instanceof Range ? Range.at(value, at) : value[at]);

/** The `offset` of a loop; nil is none. */
export const offsetOf = (value: unknown): number => (isNil(value) ? 0 : toInteger(value));

/** First index of a loop; a text is never cut. */
export const startOf = (value: unknown, offset: number): number =>
  typeof value === 'string' ? 0 : Math.max(0, offset);

/** Number of turns from an offset on, no more than `limit`; nil is no limit. */
export function turns(value: unknown, size: number, offset: number, limit: unknown): number {
  const end = isNil(limit) ? size : Math.min(size, offset + toInteger(limit));
  if (typeof value === 'string') return size;
  return Math.max(0, end - Math.max(0, offset));
}

export const forLoop = (name: string, length: number, index: number, parent: unknown): ForLoop => {
  budget.spend(1);
  return new ForLoop(name, length, index, parent);
};

export const tableRowLoop = (length: number, columns: number, index: number): TableRowLoop => {
  budget.spend(1);
  return new TableRowLoop(length, columns, index);
};

/** Columns of a `tablerow`; less than one are one endless row. */
export function columns(value: unknown): number {
  const given = leadingInteger(value);
  return given < 1 ? Number.POSITIVE_INFINITY : given;
}

/** Whether `render … for` iterates the value's elements. */
export const isIterable = (value: unknown): boolean =>
  Array.isArray(value) || value instanceof Range || value instanceof Menu || isHash(value);

/** The elements that `render … for` iterates. */
export function elements(value: unknown): readonly unknown[] {
  if (value instanceof Range) return Range.toArray(value);
  return isIterable(value) ? (items(value) as readonly unknown[]) : [value];
}
