import { BLOCK_DEPTH } from '../limits.ts';
import { strip, stripEnd, stripStart } from '../runtime/strip.ts';
import type { Attribute, Comparison, Condition, Expression, FilterCall, Piped, Segment, Test } from './expression.ts';
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

const FIRST_FRAGMENT = new RegExp(FRAGMENT);

/** The first fragment of a markup; anything before it is skipped. */
export function firstFragment({ text, offset }: Markup): Markup | undefined {
  const match = FIRST_FRAGMENT.exec(text);
  return match ? { text: match[0], offset: offset + match.index } : undefined;
}

/** The groups of what a pattern with the flag `d` found in a markup. */
export const groupsOf = ({ offset }: Markup, match: RegExpExecArray): (Markup | undefined)[] =>
  Array.from(match, (text, group) => {
    const at = match.indices?.[group];
    return text === undefined || at === undefined ? undefined : { text, offset: offset + at[0] };
  });

/** The end of what a pattern found in a markup. @param found the text that the whole match ends with */
export const endOfMatch = ({ offset }: Markup, match: RegExpExecArray, found: string): Markup => ({
  text: found,
  offset: offset + match.index + match[0].length - found.length,
});

const FILTER_PART = /(?:[ \t-\r]+|"[^"]*"|'[^']*'|[^ \t-\r,|'"]|,)+/g;
const ARGUMENT = new RegExp(`[:,]${BLANKS}(?:(\\w+)${BLANKS}:${BLANKS})?(${FRAGMENT})`, 'g');
// A name is tried from its first letter only: from every letter it would be quadratic.
const ATTRIBUTE = new RegExp(`(?<![\\w-])(\\w[\\w-]*)${BLANKS}:${BLANKS}(${FRAGMENT})`, 'g');

/** Reads an expression and its filters as the reference does when they do not follow its grammar: it skips what it cannot read. */
export function laxPiped(markup: Markup): Piped {
  const first = firstFragment(markup);
  if (!first) return { value: NIL, filters: [] };
  const { text, offset } = markup;
  const bar = text.indexOf('|', first.offset - offset + first.text.length);
  const filters = bar === -1 ? [] : laxFilters({ text: text.slice(bar + 1), offset: offset + bar + 1 });
  return { value: laxExpression(first), filters };
}

function laxFilters({ text, offset }: Markup): FilterCall[] {
  const filters: FilterCall[] = [];
  for (const { 0: part, index } of text.matchAll(FILTER_PART)) {
    const name = /\w+/.exec(part);
    if (!name) continue;
    const markup = { text: part, offset: offset + index };
    const values: Expression[] = [];
    const named: Attribute[] = [];
    for (const match of part.matchAll(ARGUMENT)) {
      const [found, key, value = ''] = match;
      const expression = laxExpression(endOfMatch(markup, match, value));
      if (key === undefined) values.push(expression);
      else {
        const at = markup.offset + match.index + found.indexOf(key, 1);
        named.push({ name: { text: key, offset: at }, value: expression });
      }
    }
    filters.push({ name: name[0], offset: markup.offset + name.index, values, named });
  }
  return filters;
}

/** `name: value` anywhere in the text. */
export const laxAttributes = (markup: Markup): Attribute[] =>
  Array.from(markup.text.matchAll(ATTRIBUTE), (match) => {
    const [, key = '', value = ''] = match;
    return {
      name: { text: key, offset: markup.offset + match.index },
      value: laxExpression(endOfMatch(markup, match, value)),
    };
  });

/** The values of attributes; of one that stands twice the last counts. */
export const valuesByName = (attributes: readonly Attribute[]): ReadonlyMap<string, Expression> =>
  new Map(attributes.map(({ name, value }) => [name.text, value]));

const TEST = new RegExp(`(${FRAGMENT})${BLANKS}([=!<>a-z_]+)?${BLANKS}(${FRAGMENT})?`);

const BOOLEAN = /[ \t-\r]*\b(and|or)\b[ \t-\r]*/y;
const WORD = new RegExp(`${BLANKS}(?:${FRAGMENT}|[^ \\t-\\r]+)`, 'y');

/**
 * Tests and the operators between them.
 * @param start place of the tag, for the error
 * @throws LiquidSyntaxError when no condition can be read
 */
export function laxCondition({ text, offset }: Markup, start: number): Condition {
  const tests: Test[] = [];
  const operators: ('and' | 'or')[] = [];
  const end = stripEnd(text).length;
  let from = 0;
  for (let at = 0; at < end; ) {
    BOOLEAN.lastIndex = at;
    const operator = BOOLEAN.exec(text);
    if (operator) {
      tests.push(laxTest({ text: text.slice(from, at), offset: offset + from }, start));
      operators.push(operator[1] as 'and' | 'or');
      at = from = BOOLEAN.lastIndex;
      continue;
    }
    WORD.lastIndex = at;
    if (!WORD.exec(text)) break;
    at = WORD.lastIndex;
  }
  tests.push(laxTest({ text: text.slice(from), offset: offset + from }, start));
  return { tests, operators };
}

/** Operators of other languages, and what they mean here. */
const MEANT: Readonly<Record<string, Comparison>> = {
  '=': '==',
  '===': '==',
  is: '==',
  eq: '==',
  '!==': '!=',
  '=>': '>=',
  '=<': '<=',
};

function laxTest(part: Markup, start: number): Test {
  const match = TEST.exec(part.text);
  if (!match) throw new LiquidSyntaxError('la condition est incomplète', start);
  const [, leftText = '', comparison, rightText = ''] = match;
  const left = laxExpression({ text: leftText, offset: part.offset + match.index });
  if (comparison === undefined) return { left };
  if (!COMPARISONS.includes(comparison as Comparison)) {
    const advice = Object.hasOwn(MEANT, comparison) ? ` : écrivez « ${MEANT[comparison]} »` : '';
    throw new LiquidSyntaxError(`« ${comparison.slice(0, 40)} » n’est pas un opérateur${advice}`, start);
  }
  const right = laxExpression(endOfMatch(part, match, rightText));
  return { left, comparison: comparison as Comparison, right };
}

/** A value as the reference reads one fragment. @param brackets those of the whole that the fragment is a part of */
export function laxExpression(fragment: Markup, depth = 0, brackets?: Brackets): Expression {
  const text = strip(fragment.text);
  const quote = text[0];
  if ((quote === '"' || quote === "'") && text.endsWith(quote)) {
    const offset = fragment.offset + fragment.text.length - stripStart(fragment.text).length;
    return { kind: 'literal', value: text.slice(1, -1), place: { offset, end: offset + text.length } };
  }
  const keyword = text.length <= LONGEST_KEYWORD ? KEYWORDS.get(text) : undefined;
  if (keyword) return keyword;
  if (depth > BLOCK_DEPTH) return NIL;
  const range = text.startsWith('(') && text.endsWith(')') ? rangeParts(text) : undefined;
  if (range) {
    const [firstText, lastText] = range;
    const open = fragment.offset + fragment.text.indexOf('(');
    const first = laxExpression({ text: firstText, offset: open + text.indexOf(firstText, 1) }, depth + 1);
    const last = laxExpression(
      { text: lastText, offset: open + text.lastIndexOf(lastText, text.length - 2) },
      depth + 1,
    );
    return { kind: 'range', first, last };
  }
  return numberLiteral(text) ?? laxLookup(fragment, depth, brackets ?? bracketsOf(fragment.text));
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

function laxLookup({ text, offset }: Markup, depth: number, brackets: Brackets): Expression {
  const segments: Segment[] = [];
  for (let at = 0; at < text.length; ) {
    NAME.lastIndex = at;
    if (NAME.test(text)) {
      const end = NAME.lastIndex;
      segments.push({ key: text.slice(at, end), offset: offset + at, end: offset + end });
      at = end;
      continue;
    }
    const close = text[at] === '[' ? brackets.closeOf(at) : -1;
    if (close !== -1) {
      const inner = { text: text.slice(at + 1, close), offset: offset + at + 1 };
      const index = laxExpression(inner, depth + 1, brackets.from(at + 1));
      segments.push({ index, offset: offset + at, end: offset + close + 1 });
    }
    at = close === -1 ? at + 1 : close + 1;
  }
  const [root, ...path] = segments;
  if (!root) return NIL;
  const place = { offset: root.offset, end: (path.at(-1) ?? root).end };
  return 'key' in root ? { kind: 'lookup', root: root.key, path, ...place } : lookup(root.index, path, place);
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
