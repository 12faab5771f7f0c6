import { parseJsonFile } from '../../../../engine/json/commented-json.ts';
import type { Values } from '../../../../engine/json/values.ts';

export { isDisabled, isRecord, recordAt, type Values } from '../../../../engine/json/values.ts';

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
