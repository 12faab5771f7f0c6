import { BLOCK_DEPTH } from '../limits.ts';
import { strip, stripEnd, stripStart } from '../runtime/strip.ts';
import type { Comparison, Condition, Expression, FilterCall, Piped, Segment, Test } from './expression.ts';
import { COMPARISONS, KEYWORDS, NIL } from './expression.ts';
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

export const FIRST_FRAGMENT = new RegExp(FRAGMENT);

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

/** A value as the reference reads one fragment. @param brackets those of the whole that the fragment is a part of */
export function laxExpression(fragment: string, depth = 0, brackets?: Brackets): Expression {
  const text = strip(fragment);
  const quote = text[0];
  if ((quote === '"' || quote === "'") && text.endsWith(quote)) return { kind: 'literal', value: text.slice(1, -1) };
  const keyword = text.length <= LONGEST_KEYWORD ? KEYWORDS.get(text) : undefined;
  if (keyword) return keyword;
  if (depth > BLOCK_DEPTH) return NIL;
  const range = text.startsWith('(') && text.endsWith(')') ? rangeParts(text) : undefined;
  if (range) {
    const [first, last] = range;
    return { kind: 'range', first: laxExpression(first, depth + 1), last: laxExpression(last, depth + 1) };
  }
  return numberLiteral(text) ?? laxLookup(fragment, depth, brackets ?? bracketsOf(fragment));
}

const LONGEST_KEYWORD = Math.max(...Array.from(KEYWORDS.keys(), ({ length }) => length));

const BLANK = /[ \t-\r]/;

/** What stands before and behind the dots of `(first..last)`: the last dots of the text before the first blank count. */
function rangeParts(text: string): readonly [first: string, last: string] | undefined {
  const inner = stripStart(text.slice(1, -1));
  const blank = inner.search(BLANK);
  const spaced = blank === -1 ? '' : stripStart(inner.slice(blank));
  const dots = spaced.startsWith('..')
    ? inner.length - spaced.length
    : inner.lastIndexOf('..', blank === -1 ? inner.length : blank - 2);
  const last = strip(inner.slice(dots + 2));
  if (dots < 1 || last === '' || BLANK.test(last)) return undefined;
  return [inner.slice(0, dots), last];
}

const NAME = /[\w-]+\??/y;

function laxLookup(text: string, depth: number, brackets: Brackets): Expression {
  const segments: Segment[] = [];
  for (let at = 0; at < text.length; ) {
    NAME.lastIndex = at;
    if (NAME.test(text)) {
      segments.push({ key: text.slice(at, NAME.lastIndex) });
      at = NAME.lastIndex;
      continue;
    }
    const close = text[at] === '[' ? brackets.closeOf(at) : -1;
    if (close !== -1) {
      const inner = text.slice(at + 1, close);
      segments.push({ index: laxExpression(inner, depth + 1, brackets.from(at + 1)) });
    }
    at = close === -1 ? at + 1 : close + 1;
  }
  const [root, ...path] = segments;
  if (!root) return NIL;
  return 'key' in root ? { kind: 'lookup', root: root.key, path } : lookup(root.index, path);
}

/** Where the brackets of a text are closed; found in one pass for the text and all of its parts. */
class Brackets {
  readonly #closes: ReadonlyMap<number, number>;
  readonly #start: number;

  constructor(closes: ReadonlyMap<number, number>, start = 0) {
    this.#closes = closes;
    this.#start = start;
  }

  /** The offset that closes the bracket at an offset; -1 when it never is closed, or is too deep. */
  closeOf(open: number): number {
    const close = this.#closes.get(this.#start + open);
    return close === undefined ? -1 : close - this.#start;
  }

  /** Those of the part of the text that begins at an offset. */
  from(offset: number): Brackets {
    return new Brackets(this.#closes, this.#start + offset);
  }
}

const OPEN = 91;
const CLOSE = 93;

const NO_BRACKETS = new Brackets(new Map());

function bracketsOf(text: string): Brackets {
  if (!text.includes('[')) return NO_BRACKETS;
  const closes = new Map<number, number>();
  const open: number[] = [];
  // How many brackets stand in one another behind the open one of the same place.
  const heights: number[] = [];
  for (let at = text.indexOf('['); at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === OPEN) {
      open.push(at);
      heights.push(1);
    } else if (unit === CLOSE && open.length > 0) {
      const from = open.pop() as number;
      const height = heights.pop() as number;
      if (height <= BLOCK_DEPTH) closes.set(from, at);
      const outer = heights.length - 1;
      if (outer >= 0) heights[outer] = Math.max(heights[outer] as number, height + 1);
    }
  }
  return new Brackets(closes);
}
