/** Characters that JSON does not escape and that would make V8 store the whole script with two bytes a character. */
const BEYOND_ASCII = /[\u007f-\uffff]/;
const EACH_BEYOND_ASCII = /[\u007f-\uffff]/g;

/**
 * A JavaScript string literal. The only way in which text of a template enters emitted code: what the text holds is never read as code.
 */
export function literal(text: string): string {
  const json = JSON.stringify(text);
  return BEYOND_ASCII.test(json) ? json.replace(EACH_BEYOND_ASCII, escaped) : json;
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** An object literal in which every key is a property of its own: `__proto__` is one only when it is computed. */
export const hashLiteral = (entries: Iterable<readonly [name: string, code: string]>): string =>
  `{${Array.from(entries, ([name, code]) => `${keyOf(name)}: ${code}`).join(', ')}}`;

const keyOf = (name: string): string => (name === '__proto__' ? `[${literal(name)}]` : literal(name));
