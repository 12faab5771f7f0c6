import type { FilterRuns } from '../language/filters.ts';
import { budget } from '../runtime/budget.ts';
import { truthy } from '../runtime/compare.ts';
import { characters } from '../runtime/lookup.ts';
import { toInteger } from '../runtime/numbers.ts';
import { isBlankUnit, strip, stripEnd, stripStart } from '../runtime/strip.ts';
import { replaceAll, text } from '../runtime/text.ts';
import { asList } from '../runtime/text-object.ts';
import { isNil } from '../runtime/values.ts';
import { titleCase } from './title-case.ts';

/** The text of a value; the length of the filter's result is charged in advance. */
function charged(value: unknown): string {
  const source = text(value);
  budget.spend(source.length);
  return source;
}

function capitalize(value: unknown): string {
  const source = charged(value);
  const first = source.codePointAt(0);
  if (first === undefined) return '';
  if (first < 128) return source.charAt(0).toUpperCase() + lower(source.slice(1));
  const head = String.fromCodePoint(first);
  return titleCase(head) + lower(source.slice(head.length));
}

/** Ruby has no special sigma for the end of a word. */
const lower = (source: string): string => (source.includes('Σ') ? source.replaceAll('Σ', 'σ') : source).toLowerCase();

/** What `\0`, `\&` and `\\` mean in the replacement of Ruby's `sub` and `gsub`. */
const replacementOf = (replacement: string, match: string): string =>
  replacement.includes('\\')
    ? replacement.replace(/\\([0-9&\\])/g, (_, code: string) =>
        code === '\\' ? '\\' : code === '0' || code === '&' ? match : '',
      )
    : replacement;

function replace(value: unknown, pattern: unknown, replacement: unknown = ''): string {
  const source = text(value);
  const match = text(pattern);
  const by = replacementOf(text(replacement), match);
  if (match === '') {
    budget.spend(source.length + (characters(source) + 1) * (by.length + 1));
    return by + Array.from(source, (character) => character + by).join('');
  }
  const grows = by.length - match.length;
  budget.spend(source.length);
  if (grows > 0) budget.spend(growth(source, match, grows));
  return replaceAll(source, match, by);
}

/** The maximum growth of a text; where it may be large, it is counted exactly. */
function growth(source: string, match: string, grows: number): number {
  const most = Math.ceil(source.length / match.length) * grows;
  return most < COUNTED_GROWTH ? most : occurrences(source, match) * grows;
}

const COUNTED_GROWTH = 4_096;

function occurrences(source: string, match: string): number {
  budget.spend(source.length);
  let count = 0;
  for (let at = source.indexOf(match); at !== -1; at = source.indexOf(match, at + match.length)) count++;
  return count;
}

function replaceAt(source: string, at: number, match: string, by: string): string {
  budget.spend(source.length + by.length);
  return at === -1 ? source : source.slice(0, at) + by + source.slice(at + match.length);
}

function replaceFirst(value: unknown, pattern: unknown, replacement: unknown = ''): string {
  const source = text(value);
  const match = text(pattern);
  return replaceAt(source, source.indexOf(match), match, replacementOf(text(replacement), match));
}

function replaceLast(value: unknown, pattern: unknown, replacement: unknown): string {
  const source = text(value);
  const match = text(pattern);
  return replaceAt(source, source.lastIndexOf(match), match, text(replacement));
}

/** Cuts by code points, of which the source has so many; where they are not its units, they are charged. */
function cut(source: string, size: number, from: number, length: number): string {
  const start = from < 0 ? size + from : from;
  if (start < 0 || start > size || length < 0) return '';
  if (size === source.length) return source.slice(start, start + length);
  budget.list(size);
  const first = unitAfter(source, 0, start);
  return source.slice(first, unitAfter(source, first, length));
}

/** The unit behind so many code points from a unit on. */
function unitAfter(source: string, from: number, count: number): number {
  let at = from;
  for (let left = count; left > 0 && at < source.length; left--) at += (source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}

function slice(given: unknown, offset: unknown, length: unknown): unknown {
  const value = asList(given);
  const from = toInteger(offset);
  const count = truthy(length) ? toInteger(length) : 1;
  budget.spend(Math.max(1, Math.min(count, Array.isArray(value) ? value.length : text(value).length)));
  if (!Array.isArray(value)) {
    const source = text(value);
    return cut(source, characters(source), from, count);
  }
  const start = from < 0 ? value.length + from : from;
  return start < 0 || count < 0 ? [] : value.slice(start, start + count);
}

const DOTS = '...';

function truncate(value: unknown, length: unknown = 50, ellipsis: unknown = DOTS): unknown {
  if (isNil(value)) return undefined;
  const source = charged(value);
  const most = toInteger(length);
  const end = text(ellipsis);
  if (source.length <= most) return source;
  const size = characters(source);
  if (size <= most) return source;
  budget.spend(end.length);
  const room = most - (end === DOTS ? DOTS.length : characters(end));
  return cut(source, size, 0, Math.max(0, room)) + end;
}

/** Blanks but the space. */
const OTHER_BLANKS = /[\0\t\n\v\f\r]/;
const SPACE = 32;
const WORD = /[^\0\t\n\v\f\r ]+/g;

function truncateWords(value: unknown, length: unknown = 15, ellipsis: unknown = DOTS): unknown {
  if (isNil(value)) return undefined;
  const source = charged(value);
  const most = Math.max(1, toInteger(length));
  // Words with one space between them are copied together.
  let words = '';
  let copied = 0;
  let end = 0;
  for (let at = 0, count = 0; at < source.length; count++) {
    while (at < source.length && isBlankUnit(source.charCodeAt(at))) at++;
    if (count === most) {
      const dots = text(ellipsis);
      budget.spend(source.length + dots.length);
      return words + source.slice(copied, end) + dots;
    }
    if (count === 0) copied = at;
    else if (at !== end + 1 || source.charCodeAt(end) !== SPACE) {
      words += `${source.slice(copied, end)} `;
      copied = at;
    }
    while (at < source.length && !isBlankUnit(source.charCodeAt(at))) at++;
    end = at;
  }
  return source;
}

/** As Ruby's `split`: one space means any blanks, nothing means characters, empty parts at the end are dropped. */
function split(value: unknown, pattern: unknown): string[] {
  const source = text(value);
  const separator = text(pattern);
  if (separator === '') {
    budget.list(source.length);
    budget.spend(source.length);
    return Array.from(source);
  }
  if (separator === ' ') {
    budget.list(source.length >>> 1);
    budget.spend(source.length);
    if (OTHER_BLANKS.test(source)) return source.match(WORD) ?? [];
    const words = source.split(' ');
    return words.includes('') ? words.filter((word) => word !== '') : words;
  }
  const cuts = occurrences(source, separator);
  budget.list(cuts);
  budget.spend(source.length + cuts);
  const parts = source.split(separator);
  while (parts.at(-1) === '') parts.pop();
  return parts;
}

function joined(first: unknown, second: unknown): string {
  const [a, b] = [text(first), text(second)];
  budget.spend(a.length + b.length);
  return a + b;
}

export const textFilters = {
  append: joined,
  ...{ capitalize, replace, replace_first: replaceFirst, slice, split, truncate, truncatewords: truncateWords },
  downcase: (value: unknown) => lower(charged(value)),
  lstrip: (value: unknown) => stripStart(charged(value)),
  prepend: (value: unknown, start: unknown) => joined(start, value),
  remove: (value: unknown, pattern: unknown) => replace(value, pattern),
  remove_first: (value: unknown, pattern: unknown) => replaceFirst(value, pattern),
  remove_last: (value: unknown, pattern: unknown) => replaceLast(value, pattern, ''),
  replace_last: replaceLast,
  rstrip: (value: unknown) => stripEnd(charged(value)),
  squish: (value: unknown) => (isNil(value) ? undefined : strip(charged(value)).replace(/[ \t-\r]+/g, ' ')),
  strip: (value: unknown) => strip(charged(value)),
  upcase: (value: unknown) => charged(value).toUpperCase(),
} satisfies Partial<FilterRuns>;
