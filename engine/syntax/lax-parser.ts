import { BLOCK_DEPTH } from '../limits.ts';
import { strip, stripEnd } from '../runtime/strip.ts';
import {
  COMPARISONS,
  type Comparison,
  type Condition,
  type Expression,
  type FilterCall,
  KEYWORDS,
  NIL,
  type Piped,
  type Segment,
  type Test,
} from './expression.ts';
import { numberLiteral } from './number.ts';
import { lookup } from './strict-parser.ts';
import { LiquidSyntaxError } from './syntax-error.ts';
import type { Markup } from './token.ts';

/** Blanks, or none. Those of the reference's patterns are ASCII's: a space that does not break is a character like any other. */
export const BLANKS = '[ \\t-\\r]*';
/** One blank or more. */
export const SOME_BLANKS = '[ \\t-\\r]+';

const QUOTED = `"[^"]*"|'[^']*'`;

/** A quoted text, or characters that are no blank, comma, bar or quote. The lenient reading of the reference rests on it. */
export const FRAGMENT = `(?:${QUOTED}|(?:[^ \\t-\\r,|'"]|${QUOTED})+)`;

const FIRST_FRAGMENT = new RegExp(FRAGMENT);

/** The first fragment of a text; anything before it is skipped. */
export const firstFragment = (text: string): string | undefined => FIRST_FRAGMENT.exec(text)?.[0];

const FILTER_PART = /(?:[ \t-\r]+|"[^"]*"|'[^']*'|[^ \t-\r,|'"]|,)+/g;
const ARGUMENT = new RegExp(`[:,]${BLANKS}(?:(\\w+)${BLANKS}:${BLANKS})?(${FRAGMENT})`, 'g');
// A name is tried from its first letter only: from every letter it would be quadratic.
const ATTRIBUTE = new RegExp(`(?<![\\w-])(\\w[\\w-]*)${BLANKS}:${BLANKS}(${FRAGMENT})`, 'g');

/** Reads an expression and its filters as the reference does when they do not follow its grammar: it skips what it cannot read. */
export function laxPiped({ text }: Markup): Piped {
  const first = FIRST_FRAGMENT.exec(text);
  if (!first) return { value: NIL, filters: [] };
  const filters: FilterCall[] = [];
  const bar = text.indexOf('|', first.index + first[0].length);
  for (const [part] of bar === -1 ? [] : text.slice(bar + 1).matchAll(FILTER_PART)) {
    const name = /\w+/.exec(part)?.[0];
    if (name === undefined) continue;
    const found = [...part.matchAll(ARGUMENT)];
    const values = found.filter(([, key]) => key === undefined).map(([, , value = '']) => laxExpression(value));
    const named = found.flatMap(([, key, value = '']) =>
      key === undefined ? [] : [[key, laxExpression(value)] as const],
    );
    filters.push({ name, values, named });
  }
  return { value: laxExpression(first[0]), filters };
}

/** `name: value` anywhere in the text. */
export const laxAttributes = ({ text }: Markup): [string, Expression][] =>
  [...text.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, laxExpression(value)]);

const TEST = new RegExp(`(${FRAGMENT})${BLANKS}([=!<>a-z_]+)?${BLANKS}(${FRAGMENT})?`);

const BOOLEAN = /[ \t-\r]*\b(and|or)\b[ \t-\r]*/y;
const WORD = new RegExp(`${BLANKS}(?:${FRAGMENT}|[^ \\t-\\r]+)`, 'y');

/**
 * Tests and the operators between them.
 * @throws LiquidSyntaxError when no condition can be read
 */
export function laxCondition({ text }: Markup, offset: number): Condition {
  const tests: Test[] = [];
  const operators: ('and' | 'or')[] = [];
  const end = stripEnd(text).length;
  let from = 0;
  for (let at = 0; at < end; ) {
    BOOLEAN.lastIndex = at;
    const operator = BOOLEAN.exec(text);
    if (operator) {
      tests.push(laxTest(text.slice(from, at), offset));
      operators.push(operator[1] as 'and' | 'or');
      at = from = BOOLEAN.lastIndex;
      continue;
    }
    WORD.lastIndex = at;
    if (!WORD.exec(text)) break;
    at = WORD.lastIndex;
  }
  tests.push(laxTest(text.slice(from), offset));
  return { tests, operators };
}

function laxTest(part: string, offset: number): Test {
  const match = TEST.exec(part);
  if (!match) throw new LiquidSyntaxError('la condition est incomplète', offset);
  const [, left = '', comparison, right = ''] = match;
  if (comparison === undefined) return { left: laxExpression(left) };
  if (!COMPARISONS.includes(comparison as Comparison)) {
    throw new LiquidSyntaxError(`« ${comparison.slice(0, 40)} » n’est pas un opérateur`, offset);
  }
  return { left: laxExpression(left), comparison: comparison as Comparison, right: laxExpression(right) };
}

const RANGE = /^\([ \t-\r]*([^ \t-\r]+?)[ \t-\r]*\.\.[ \t-\r]*([^ \t-\r]+)[ \t-\r]*\)$/;

/** A value as the reference reads one fragment. */
export function laxExpression(fragment: string, depth = 0): Expression {
  const text = strip(fragment);
  const quote = text[0];
  if ((quote === '"' || quote === "'") && text.endsWith(quote)) return { kind: 'literal', value: text.slice(1, -1) };
  const keyword = KEYWORDS.get(text);
  if (keyword) return keyword;
  if (depth > BLOCK_DEPTH) return NIL;
  const range = text.startsWith('(') && text.endsWith(')') ? RANGE.exec(text) : null;
  if (range) {
    const [, first = '', last = ''] = range;
    return { kind: 'range', first: laxExpression(first, depth + 1), last: laxExpression(last, depth + 1) };
  }
  return numberLiteral(text) ?? laxLookup(text, depth);
}

const NAME = /[\w-]+\??/y;

function laxLookup(text: string, depth: number): Expression {
  const segments: Segment[] = [];
  for (let at = 0; at < text.length; ) {
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name !== undefined) {
      segments.push({ key: name });
      at += name.length;
      continue;
    }
    const close = text[at] === '[' ? closingBracket(text, at) : -1;
    if (close !== -1) segments.push({ index: laxExpression(text.slice(at + 1, close), depth + 1) });
    at = close === -1 ? at + 1 : close + 1;
  }
  const [root, ...path] = segments;
  if (!root) return NIL;
  return 'key' in root ? { kind: 'lookup', root: root.key, path } : lookup(root.index, path);
}

/** Where the bracket that opens at `open` is closed; -1 when it never is, or is too deep. */
function closingBracket(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length && depth <= BLOCK_DEPTH; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at;
  }
  return -1;
}
