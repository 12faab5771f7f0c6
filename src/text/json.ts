/** Bytes that are no UTF-8 are refused, not replaced. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** @throws TypeError, SyntaxError when the bytes are no JSON in UTF-8 */
export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(UTF_8.decode(bytes));

/** Whether a value is an object of JSON, no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * JSON text of a value in which maps stand for objects: a map keeps the order of its names, an object sorts names that are
 * numbers first.
 * @param value has what `JSON.stringify` can write, and maps by text
 */
export function writeJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (value instanceof Map || isRecord(value)) {
    const members = value instanceof Map ? [...value] : Object.entries(value);
    const written = members.filter(([, member]) => member !== undefined);
    return `{${written.map(([name, member]) => `${JSON.stringify(name)}:${writeJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
