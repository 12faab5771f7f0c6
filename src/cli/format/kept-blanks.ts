/** Blanks that the formatter takes for blanks between words, and a browser does not: they are hidden from it. Pure. */
import { TAGS } from '../../../engine/language/tags.ts';
import { Scanner } from '../../../engine/syntax/scanner.ts';
import { isOfWords } from './shown.ts';

/** Blanks of JavaScript that are none of HTML: those before a French `!` or `»` among them. */
const UNBROKEN =
  '\v\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
/** Line ends within the value of an attribute. */
const ENDS = '\r\n';
const HIDDEN = `${UNBROKEN}${ENDS}`;
/** Characters for private use that stand for them, in this order; nobody writes them. */
const FIRST = 0x10ff00;

const standIn = (blank: string): string => String.fromCodePoint(FIRST + HIDDEN.indexOf(blank));

const IS_UNBROKEN = new RegExp(`[${UNBROKEN}]`, 'g');
const IS_STAND_IN = /[\u{10ff00}-\u{10ff1f}]/gu;

/** @returns the text as the formatter may read it, and what brings the blanks back into what it has made */
export function keepingBlanks(source: string) {
  const kept = withValuesKept(source).replace(IS_UNBROKEN, standIn);
  const restored = (formatted: string): string =>
    formatted.replace(IS_STAND_IN, (found) => HIDDEN[(found.codePointAt(0) ?? 0) - FIRST] ?? found);
  return { kept, restored };
}

const ELEMENT_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
const VALUE = /([^\s"'=<>]+)[ \t]*=[ \t]*("[^"]*"|'[^']*')/g;

/** Attribute values of several lines keep their lines, except where blanks only divide words. */
function withValuesKept(source: string): string {
  const parts: string[] = [];
  let at = 0;
  const html = withoutTokens(source);
  for (const tag of html.matchAll(ELEMENT_TAG)) {
    for (const { index, 0: whole, 1: name = '', 2: value = '' } of tag[0].matchAll(VALUE)) {
      if (isOfWords(name.toLowerCase()) || !/[\r\n]/.test(value)) continue;
      const end = tag.index + index + whole.length;
      const start = end - value.length;
      parts.push(source.slice(at, start));
      for (let unit = start; unit < end; unit++) {
        const character = source[unit] ?? '';
        parts.push(ENDS.includes(html[unit] ?? ' ') ? standIn(character) : character);
      }
      at = end;
    }
  }
  return parts.join('') + source.slice(at);
}

/** The text with as many letters in place of each output and tag, and of what is not Liquid within a tag. */
function withoutTokens(source: string): string {
  const scanner = new Scanner(source);
  const parts: string[] = [];
  for (let token = scanner.next(); token; token = scanner.next()) {
    if (token.kind === 'text') {
      parts.push(source.slice(token.start, token.end));
      continue;
    }
    const raw =
      token.kind === 'tag' && TAGS.get(token.name)?.holds === 'text' ? scanner.rawUntil(`end${token.name}`) : undefined;
    parts.push('x'.repeat((raw?.end.end ?? token.end) - token.start));
  }
  return parts.join('');
}
