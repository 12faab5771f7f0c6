import type { OF_LOOP } from '../language/objects.ts';
import { budget } from './budget.ts';
import { TextObject } from './text-object.ts';

/**
 * Values of templates are those of JSON, and these. An integer is a JavaScript number, or a bigint beyond 2^53; a number that
 * is no integer is a float; a float that is whole is a `Float`, because the reference prints `5.0` where JavaScript has 5.
 */
export class Float {
  readonly #value: number;

  constructor(value: number) {
    this.#value = value;
  }

  /** The number itself, where the difference does not matter. */
  static number(float: Float): number {
    return float.#value;
  }
}

/** `(first..last)`, never built unless something needs the list. */
export class Range {
  readonly #first: number | bigint;
  readonly #last: number | bigint;
  readonly #size: number;

  constructor(first: number | bigint, last: number | bigint) {
    this.#first = first;
    this.#last = last;
    this.#size = last < first ? 0 : Number(BigInt(last) - BigInt(first)) + 1;
  }

  static size(range: Range): number {
    return range.#size;
  }

  static first(range: Range): number | bigint {
    return range.#first;
  }

  static last(range: Range): number | bigint {
    return range.#last;
  }

  /** The element at an index inside the range. */
  static at(range: Range, index: number): number | bigint {
    const first = range.#first;
    return typeof first === 'number' && first + index <= Number.MAX_SAFE_INTEGER
      ? first + index
      : integer(BigInt(first) + BigInt(index));
  }

  static includes(range: Range, value: unknown): boolean {
    const plain = magnitude(value);
    return plain !== undefined && range.#first <= plain && plain <= range.#last;
  }

  static equal(a: Range, b: Range): boolean {
    return a.#first === b.#first && a.#last === b.#last;
  }

  /** The list, charged before it is made. */
  static toArray(range: Range): unknown[] {
    budget.list(range.#size);
    return Array.from({ length: range.#size }, (_, index) => Range.at(range, index));
  }
}

/** One turn of a loop, as a template sees it. */
export class Turn {
  readonly length: number;
  readonly index: number;
  readonly index0: number;
  readonly rindex: number;
  readonly rindex0: number;
  readonly first: boolean;
  readonly last: boolean;

  constructor(length: number, index0: number) {
    this.length = length;
    this.index = index0 + 1;
    this.index0 = index0;
    this.rindex = length - index0;
    this.rindex0 = length - index0 - 1;
    this.first = index0 === 0;
    this.last = index0 === length - 1;
  }
}

type FieldsOf<Name extends keyof typeof OF_LOOP> = Readonly<Record<keyof (typeof OF_LOOP)[Name]['fields'], unknown>>;

/** `forloop` as an object, where a template uses it as one. */
export class ForLoop extends Turn implements FieldsOf<'forloop'> {
  readonly name: string;
  readonly parentloop: unknown;

  constructor(name: string, length: number, index0: number, parentloop: unknown) {
    super(length, index0);
    this.name = name;
    this.parentloop = parentloop;
  }
}

/** `tablerowloop`. */
export class TableRowLoop extends Turn implements FieldsOf<'tablerowloop'> {
  readonly row: number;
  readonly col: number;
  readonly col0: number;
  readonly col_first: boolean;
  readonly col_last: boolean;

  /** @param columns infinite for one row */
  constructor(length: number, columns: number, index0: number) {
    super(length, index0);
    const col0 = index0 % columns;
    this.row = Math.floor(index0 / columns) + 1;
    this.col0 = col0;
    this.col = col0 + 1;
    this.col_first = col0 === 0;
    this.col_last = col0 + 1 === columns;
  }
}

export type Hash = Readonly<Record<string, unknown>>;

/** An object of data: what Ruby calls a hash. */
export const isHash = (value: unknown): value is Hash =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Float) &&
  !(value instanceof Range) &&
  !(value instanceof Turn) &&
  !(value instanceof TextObject);

/** Whether a template treats the value as nil; so are absent values. */
export const isNil = (value: unknown): value is null | undefined => value === undefined || value === null;

/** The float of a JavaScript number. */
export const float = (value: number): number | Float => (Number.isInteger(value) ? new Float(value) : value);

/** The integer of a bigint: a number where that is exact. */
export const integer = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

/** The JavaScript number of a number or float; undefined for anything else, bigints included. */
export const numeric = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : value instanceof Float ? Float.number(value) : undefined;

/** The value by which numbers are ordered; undefined for anything that is not a number. */
export const magnitude = (value: unknown): number | bigint | undefined =>
  typeof value === 'bigint' ? value : numeric(value);

/** Own entries of a hash as the pairs that iterating it gives, charged before they are made. */
export function entries(hash: Hash): unknown[] {
  const keys = Object.keys(hash);
  budget.list(keys.length);
  budget.spend(2 * keys.length);
  return keys.map((key) => [key, hash[key]]);
}
