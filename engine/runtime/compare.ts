import { budget } from './budget.ts';
import { RenderError } from './errors.ts';
import { ONLY_BLANKS } from './strip.ts';
import { text } from './text.ts';
import { asList, asText, TextObject } from './text-object.ts';
import { Float, isHash, isNil, magnitude, Range } from './values.ts';

/** Everything but nil and false is true. */
export const truthy = (value: unknown): boolean => !isNil(value) && value !== false;

/** `==` of a value and a text that the template writes. */
export const isText = (value: unknown, written: string): boolean =>
  value === written || (value instanceof TextObject && TextObject.text(value) === written);

/** `==` of two values; lists and hashes by what they hold. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isNil(a)) return isNil(b);
  if (typeof a === 'number' || typeof a === 'bigint' || a instanceof Float) return equalNumber(a, b);
  if (a instanceof TextObject || b instanceof TextObject) return asText(a) === asText(b);
  if (typeof a !== 'object' || typeof b !== 'object' || b === null) return false;
  return equalObjects(a, b);
}

function equalNumber(a: number | bigint | Float, b: unknown): boolean {
  const plain = magnitude(a);
  const other = magnitude(b);
  // A bigint and a number of the same value are equal to `==` only.
  return other !== undefined && plain !== undefined && plain <= other && plain >= other;
}

function equalObjects(a: object, b: object): boolean {
  budget.spend(1);
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let index = 0; index < a.length; index++) if (!equal(a[index], b[index])) return false;
    return true;
  }
  if (a instanceof Range) return b instanceof Range && Range.equal(a, b);
  if (!isHash(a) || !isHash(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  budget.spend(keys.length);
  return keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}

/** Ruby's `<=>`: negative, 0, positive, or undefined for values without an order. */
export function order(a: unknown, b: unknown): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return orderText(a, b);
  const x = magnitude(a);
  const y = magnitude(b);
  if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : x >= y ? 0 : undefined;
  if (Array.isArray(a) && Array.isArray(b)) return orderLists(a, b);
  if (a instanceof TextObject || b instanceof TextObject) return order(asText(a), asText(b));
  return equal(a, b) ? 0 : undefined;
}

function orderLists(a: readonly unknown[], b: readonly unknown[]): number | undefined {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    budget.spend(1);
    const first = order(a[index], b[index]);
    if (first !== 0) return first;
  }
  return a.length - b.length;
}

/** Texts with surrogates are not ordered by UTF-16 as they are by code points. */
export function hasSurrogate(source: string): boolean {
  for (let at = 0; at < source.length; at++) if ((source.charCodeAt(at) & 0xf800) === 0xd800) return true;
  return false;
}

/** By code points, as Ruby compares the bytes of UTF-8. */
function orderText(a: string, b: string): number {
  if (a === b) return 0;
  const first = a.charCodeAt(0);
  const second = b.charCodeAt(0);
  if (first !== second && first < 0xd800 && second < 0xd800) return first - second;
  if (!hasSurrogate(a) && !hasSurrogate(b)) return a < b ? -1 : 1;
  budget.spend(Math.min(a.length, b.length));
  let index = 0;
  while (index < a.length && a.charCodeAt(index) === b.charCodeAt(index)) index++;
  return (a.codePointAt(index) ?? -1) - (b.codePointAt(index) ?? -1);
}

/**
 * Which of the two comes first, for `<`, `<=`, `>` and `>=`; undefined where the reference has no answer, which is false.
 * @throws RenderError for a number and a text
 */
function relation(left: unknown, right: unknown): number | undefined {
  const [a, b] = [asText(left), asText(right)];
  const x = magnitude(a);
  const y = magnitude(b);
  if (x !== undefined && y !== undefined) return x < y ? -1 : x > y ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return orderText(a, b);
  if ((x !== undefined && typeof b === 'string') || (y !== undefined && typeof a === 'string')) {
    throw new RenderError('un nombre et un texte ne se comparent pas');
  }
  return undefined;
}

export const less = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a < b : (relation(a, b) ?? 0) < 0;

export const greater = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a > b : (relation(a, b) ?? 0) > 0;

export const atMost = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a <= b : (relation(a, b) ?? 1) <= 0;

export const atLeast = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? a >= b : (relation(a, b) ?? -1) >= 0;

export function contains(container: unknown, element: unknown): boolean {
  const [whole, part] = [asList(container), asText(element)];
  if (!truthy(part)) return false;
  if (typeof whole === 'string') {
    budget.spend(1 + (whole.length >>> 6));
    return whole.includes(text(part));
  }
  if (Array.isArray(whole)) {
    budget.spend(1 + (whole.length >>> 3));
    return whole.some((one) => equal(one, part));
  }
  if (whole instanceof Range) return Range.includes(whole, part);
  return isHash(whole) && typeof part === 'string' && Object.hasOwn(whole, part);
}

export function isBlank(given: unknown): boolean {
  const value = asList(given);
  if (!truthy(value)) return true;
  return typeof value === 'string' ? ONLY_BLANKS.test(value) : isEmpty(value);
}

export function isEmpty(given: unknown): boolean {
  const value = asList(given);
  if (typeof value === 'string') return value === '';
  if (Array.isArray(value)) return value.length === 0;
  return isHash(value) && Object.keys(value).length === 0;
}
