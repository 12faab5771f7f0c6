import { type Word, wordsOf } from './words.ts';

/** Where a cursor stands in an output or a tag, also in one that is not closed yet. */
export interface LiquidPlace {
  /** Name of the tag; undefined in an output. */
  readonly tag: string | undefined;
  /** The name of the tag is what is being written. */
  readonly isTagName: boolean;
  /** It is on a line of a `liquid` tag, whose tags have no braces. */
  readonly isLine: boolean;
  /** Words between the tag's name and what is being written. */
  readonly before: readonly Word[];
  /** What is being written, on both sides of the cursor: a name, or what is between quotes. */
  readonly from: number;
  readonly to: number;
  /** It is a quoted text. */
  readonly isQuoted: boolean;
  /** Where the tag or output begins. */
  readonly start: number;
}

const NAME = /[\w-]*\??/y;
const TAG_NAME = /[ \t-\r]*(#|\w*)/y;
const INDENT = /[ \t\v\f\r]*/y;
const BLANKS = /[ \t-\r]*/y;

/** The place of an offset in a file; null in text. Reads only the tag or the output around the offset. */
export function liquidPlace(source: string, offset: number): LiquidPlace | null {
  const start = openingBefore(source, offset);
  if (start === null) return null;
  const dash = source[start + 2] === '-' && start + 3 <= offset ? 1 : 0;
  const from = start + 2 + dash;
  if (source[start + 1] === '{') return inMarkup(source, { tag: undefined, isLine: false, from, start }, offset);
  const tag = inTag(source, { from, start, isLine: false }, offset);
  if (tag.tag !== 'liquid' || tag.isTagName) return tag;
  const line = Math.max(source.lastIndexOf('\n', offset - 1) + 1, tag.markup);
  INDENT.lastIndex = line;
  INDENT.exec(source);
  return inTag(source, { from: line, start: Math.min(INDENT.lastIndex, offset), isLine: true }, offset);
}

/** Where the output or tag begins that an offset stands in. */
function openingBefore(source: string, offset: number): number | null {
  if (offset < 2) return null;
  const [output, tag] = ['{{', '{%'].map((opening) => source.lastIndexOf(opening, offset - 2)) as [number, number];
  const start = Math.max(output, tag);
  if (start === -1) return null;
  const end = source.indexOf(start === tag ? '%}' : '}}', start + 2);
  return end !== -1 && end < offset - 1 ? null : start;
}

interface Around {
  readonly start: number;
  readonly from: number;
  readonly isLine: boolean;
}

function inTag(
  source: string,
  { from, start, isLine }: Around,
  offset: number,
): LiquidPlace & { readonly markup: number } {
  TAG_NAME.lastIndex = from;
  const name = TAG_NAME.exec(source)?.[1] ?? '';
  const end = TAG_NAME.lastIndex;
  if (offset <= end) {
    const begin = Math.min(end - name.length, offset);
    return {
      tag: undefined,
      isTagName: true,
      isLine,
      before: [],
      from: begin,
      to: end,
      isQuoted: false,
      start,
      markup: end,
    };
  }
  return { ...inMarkup(source, { tag: name, isLine, from: end, start }, offset), markup: end };
}

function inMarkup(source: string, around: Around & { readonly tag: string | undefined }, offset: number): LiquidPlace {
  const { tag, isLine, start } = around;
  const before = wordsOf(source, around.from, offset);
  const last = before.at(-1);
  const found = { tag, isTagName: false, isLine, start };
  if (last?.kind === 'open') {
    return {
      ...found,
      before: before.slice(0, -1),
      from: last.from + 1,
      to: endOfQuoted(source, offset, last.text[0]),
      isQuoted: true,
    };
  }
  const isWritten = last?.kind === 'name' && last.to === offset;
  NAME.lastIndex = offset;
  const to = offset + (NAME.exec(source)?.[0].length ?? 0);
  return {
    ...found,
    before: isWritten ? before.slice(0, -1) : before,
    from: isWritten ? last.from : offset,
    to: isWritten || /^[a-z_]/i.test(source.slice(offset, to)) ? to : offset,
    isQuoted: false,
  };
}

/** A quoted text ends with its quote, or where the line or the tag does while it is being written. */
function endOfQuoted(source: string, offset: number, quote = '"'): number {
  for (let at = offset; at < source.length; at++) {
    const unit = source[at];
    if (unit === quote) return at;
    if (unit === '\n' || unit === '}' || (unit === '%' && source[at + 1] === '}')) return offset;
  }
  return offset;
}

/** Where the next tag or line goes on behind a place: whether blanks and the end of the tag follow. */
export function isClosedBehind(source: string, offset: number): boolean {
  BLANKS.lastIndex = offset;
  BLANKS.exec(source);
  return /^-?[%}]\}/.test(source.slice(BLANKS.lastIndex, BLANKS.lastIndex + 3));
}
