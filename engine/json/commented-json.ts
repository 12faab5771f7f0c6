/** JSON files as other programs and people write them: with comments and a byte order mark, which JSON does not have. Pure. */

/** What stands in a file and is no JSON: passed over where a file is read, refused where one is written. */
export interface Extra {
  readonly kind: 'mark' | 'comment';
  /** UTF-16 code units from the start of the text. */
  readonly start: number;
  readonly end: number;
}

/** A byte order mark. */
export const MARK = '\ufeff';

const NOTABLE = /["/]/g;
const IN_TEXT = /["\\]/g;
const BREAK = /[\r\n]/g;

/** The byte order mark at the head of a text, and its comments wherever they stand. One that never ends is none. Linear. */
export function extrasOf(text: string): readonly Extra[] {
  const extras: Extra[] = text.startsWith(MARK) ? [{ kind: 'mark', start: 0, end: 1 }] : [];
  for (let at = next(NOTABLE, text, 0); at !== -1; at = next(NOTABLE, text, at)) {
    if (text[at] === '"') {
      const end = endOfText(text, at + 1);
      if (end === -1) break;
      at = end;
      continue;
    }
    const end = endOfComment(text, at);
    if (end === -1) break;
    if (end > at + 1) extras.push({ kind: 'comment', start: at, end });
    at = end;
  }
  return extras;
}

function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

/** Behind the quote that ends a text; -1 when none does. */
function endOfText(text: string, from: number): number {
  for (let at = next(IN_TEXT, text, from); at !== -1; at = next(IN_TEXT, text, at + 2)) {
    if (text[at] === '"') return at + 1;
  }
  return -1;
}

/** Behind the comment that begins here, or behind the character that begins none; -1 for a comment that never ends. */
function endOfComment(text: string, at: number): number {
  if (text[at + 1] === '/') {
    const end = next(BREAK, text, at + 2);
    return end === -1 ? text.length : end;
  }
  if (text[at + 1] !== '*') return at + 1;
  const end = text.indexOf('*/', at + 2);
  return end === -1 ? -1 : end + 2;
}

/** The text with blanks for what is passed over: everything else keeps its place and its line. */
export const blankedJson = (text: string): string =>
  spliced(text, extrasOf(text), ({ start, end }) =>
    text.slice(start, end).replace(/[^\r\n]+/g, (run) => ' '.repeat(run.length)),
  );

/** The text without what is passed over, and without the lines and the blanks before line ends that held nothing else. */
export const strippedJson = (text: string): string =>
  spliced(
    text,
    extrasOf(text).map((extra) => widened(text, extra)),
    () => '',
  );

function spliced(text: string, extras: readonly Extra[], instead: (extra: Extra) => string): string {
  if (extras.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const extra of extras) {
    parts.push(text.slice(at, extra.start), instead(extra));
    at = Math.max(at, extra.end);
  }
  return parts.join('') + text.slice(at);
}

/** A comment with the blanks around it, when a line ends behind it. */
function widened(text: string, extra: Extra): Extra {
  let { start, end } = extra;
  while (isBlank(text[start - 1])) start--;
  while (isBlank(text[end])) end++;
  const isAtEnd = end === text.length || text[end] === '\r' || text[end] === '\n';
  if (!isAtEnd) return extra;
  const isAtStart = start === 0 || text[start - 1] === '\n' || text[start - 1] === MARK;
  if (isAtStart) end += text.startsWith('\r\n', end) ? 2 : end < text.length ? 1 : 0;
  return { ...extra, start, end };
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/**
 * The value of a JSON file of a theme.
 * @throws SyntaxError, RangeError when the text is no JSON, what is passed over left out
 */
export function parseJsonFile(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const blanked = blankedJson(text);
    if (blanked === text) throw error;
    return JSON.parse(blanked);
  }
}
