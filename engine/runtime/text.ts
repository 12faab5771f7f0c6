import { budget } from './budget.ts';
import { printFloat, printNumber } from './numbers.ts';
import { asText, TextObject } from './text-object.ts';
import { Float, ForLoop, type Hash, isHash, Range, TableRowLoop } from './values.ts';

/** What an output shows of a value. */
export const print = (value: unknown): string => (typeof value === 'string' ? value : printOther(value));

function printOther(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    budget.spend(value.length);
    let output = '';
    for (const element of value) output += print(element);
    return output;
  }
  return toText(value);
}

/** The text of a value where a filter needs one, as Ruby's `to_s`: lists and hashes as they are written in Ruby. */
export const text = (value: unknown): string => (typeof value === 'string' ? value : toText(value));

function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return printNumber(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return String(value);
    case 'object':
      return value === null ? '' : objectText(value);
    default:
      return '';
  }
}

function objectText(value: object): string {
  if (Array.isArray(value)) return listText(value);
  if (value instanceof Float) return printFloat(Float.number(value));
  if (value instanceof Range) return `${Range.first(value)}..${Range.last(value)}`;
  if (value instanceof TextObject) return TextObject.text(value);
  if (value instanceof ForLoop) return 'Liquid::ForloopDrop';
  if (value instanceof TableRowLoop) return 'Liquid::TablerowloopDrop';
  return isHash(value) ? hashText(value) : '';
}

function listText(list: readonly unknown[]): string {
  budget.spend(list.length + 2);
  let written = '';
  for (const element of list) written += `${written === '' ? '' : ', '}${inspect(element)}`;
  return `[${written}]`;
}

function hashText(hash: Hash): string {
  let written = '';
  for (const key of Object.keys(hash)) {
    budget.spend(key.length + 4);
    written += `${written === '' ? '' : ', '}${inspect(key)}=>${inspect(hash[key])}`;
  }
  return `{${written}}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '#': '\\#',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\f': '\\f',
  '\v': '\\v',
  '\b': '\\b',
  '\u0007': '\\a',
  '\u001b': '\\e',
  '\u007f': '\\x7F',
};

/** As Ruby writes a value down. */
function inspect(given: unknown): string {
  const value = asText(given);
  if (value === null || value === undefined) return 'nil';
  if (typeof value !== 'string') return toText(value);
  budget.spend(value.length);
  return `"${ESCAPED.test(value) ? value.replace(EACH_ESCAPED, escaped) : value}"`;
}

/** What does not print: controls, separators of lines and paragraphs, code points without a character. */
const UNPRINTED = '\\p{Cc}\\p{Cn}\\p{Cs}\\p{Zl}\\p{Zp}';
const ESCAPED = new RegExp(`["\\\\#${UNPRINTED}]`, 'u');
const EACH_ESCAPED = new RegExp(`["\\\\${UNPRINTED}]|#(?=[{$@])`, 'gu');

function escaped(character: string): string {
  const known = ESCAPES[character];
  if (known !== undefined) return known;
  budget.spend(ESCAPE_LENGTH);
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}

/** Characters of the longest escape. */
const ESCAPE_LENGTH = 10;

/** As `String.prototype.replaceAll`, which takes half as long again, and gives `$` a meaning in the replacement. @param match not empty */
export function replaceAll(source: string, match: string, by: string): string {
  let replaced = '';
  let copied = 0;
  for (let at = source.indexOf(match); at !== -1; at = source.indexOf(match, copied)) {
    replaced += source.slice(copied, at) + by;
    copied = at + match.length;
  }
  return copied === 0 ? source : replaced + source.slice(copied);
}
