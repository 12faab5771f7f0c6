import { parseJsonFile } from '../../../../engine/json/commented-json.ts';

export type Values = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property that is an object, else an empty one. */
export function recordAt(record: Values, key: string): Values {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  return isRecord(value) ? value : {};
}

export const ownValue = (record: Values, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** @returns undefined for what is not JSON, comments and a byte order mark passed over */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parseJsonFile(text);
  } catch {
    return undefined;
  }
}
