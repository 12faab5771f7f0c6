import { TextObject } from './text-object.ts';
import { Float, ForLoop, Range, TableRowLoop } from './values.ts';

/** A copy of data that holds own properties of plain objects and lists, texts, numbers and truths, and nothing else. */
export function plainData(data: unknown, copies = new Map<object, unknown>()): unknown {
  if (typeof data !== 'object' || data === null) return plainValue(data);
  if (data instanceof Date) return isoDate(data);
  if ([Float, Range, ForLoop, TableRowLoop, TextObject].some((type) => data instanceof type)) return data;
  const known = copies.get(data);
  if (known !== undefined) return known;
  return Array.isArray(data) ? plainList(data, copies) : plainObject(data, copies);
}

const plainValue = (value: unknown): unknown =>
  typeof value === 'function' || typeof value === 'symbol' || value === undefined ? null : value;

/** What is no moment is nil. */
function isoDate(date: Date): string | null {
  return Number.isNaN(Date.prototype.getTime.call(date)) ? null : Date.prototype.toISOString.call(date);
}

function plainList(data: readonly unknown[], copies: Map<object, unknown>): unknown[] {
  const list: unknown[] = [];
  copies.set(data, list);
  // By index: a list of the caller's may bring an iterator of its own.
  for (let index = 0; index < data.length; index++) list.push(plainData(data[index], copies));
  return list;
}

function plainObject(data: object, copies: Map<object, unknown>): object {
  const object: Record<string, unknown> = {};
  copies.set(data, object);
  for (const key of Object.keys(data)) {
    const value = plainData((data as Record<string, unknown>)[key], copies);
    // Assigning to `__proto__` would set the prototype.
    if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true });
    else object[key] = value;
  }
  return object;
}
