/** Bytes that are no UTF-8 are refused, not replaced. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** @throws TypeError, SyntaxError when the bytes are no JSON in UTF-8 */
export const parseJson = (bytes: Uint8Array): unknown => JSON.parse(UTF_8.decode(bytes));

/** Whether a value is an object of JSON, no array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
