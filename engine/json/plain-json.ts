/** The value of a JSON text; undefined, which is no such value, where the text is none. */
export function jsonValueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
