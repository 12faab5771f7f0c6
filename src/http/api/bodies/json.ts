/** Bytes that are no UTF-8 are refused, not replaced. */
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** @returns undefined for no bytes at all @throws TypeError, SyntaxError when they are no JSON in UTF-8 */
export const parseJson = (bytes: Uint8Array): unknown =>
  bytes.length === 0 ? undefined : JSON.parse(UTF_8.decode(bytes));
