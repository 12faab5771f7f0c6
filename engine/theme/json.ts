import { parseJsonFile } from '../json/commented-json.ts';

/** The value of a JSON file of a theme; what cannot be read counts as empty (decisions, JSON files at import). */
export function readJsonObject(text: string | undefined): Readonly<Record<string, unknown>> {
  const value = readJson(text);
  return isRecord(value) ? value : {};
}

/** What a number looks like that JavaScript may read as infinite: templates know no such number, and it is nil to them. */
const BEYOND_FLOATS = /[eE]\+?\d{3}|\d{309}/;

/** The value of a JSON text, comments and a byte order mark passed over; undefined when it cannot be read. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    const value = parseJsonFile(text);
    return BEYOND_FLOATS.test(text) ? JSON.parse(JSON.stringify(value)) : value;
  } catch {
    return undefined;
  }
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property that is an object, else an empty one: no prototype ever answers. */
export function recordAt(record: Readonly<Record<string, unknown>>, key: string): Readonly<Record<string, unknown>> {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return isRecord(value) ? value : {};
}
