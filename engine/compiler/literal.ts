/** ASCII that a string literal holds as it is. */
const PLAIN = /^[ !#-;=-[\]-~]*$/;

/**
 * A JavaScript string literal. The only way in which text of a template enters emitted code: what the text holds is never read
 * as code, neither by JavaScript nor by an HTML page that the code might stand in.
 */
export const literal = (text: string): string =>
  PLAIN.test(text)
    ? `"${text}"`
    : JSON.stringify(text)
        .replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .replace(/<(?=[/!])/g, '\\x3c');

/** An object literal; a computed key is always a property of its own, `__proto__` included. */
export const hashLiteral = (entries: Iterable<readonly [name: string, code: string]>): string =>
  `{${Array.from(entries, ([name, code]) => `[${literal(name)}]: ${code}`).join(', ')}}`;

/** A `Map` by name. */
export const mapLiteral = (entries: Iterable<readonly [name: string, code: string]>): string =>
  `new Map([${Array.from(entries, ([name, code]) => `[${literal(name)}, ${code}]`).join(', ')}])`;
