/** One word of a markup, and its place in the file. */
export interface Word {
  /** `open`: a quoted text that never ends. */
  readonly kind: 'name' | 'text' | 'open' | 'number' | 'mark';
  /** Quotes included. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const WORD =
  /[ \t-\r]*(?:([a-zA-Z_][\w-]*\??)|("[^"]*"|'[^']*')|(["'].*$)|(-?\d+(?:\.\d+)?)|(==|!=|<>|<=|>=|\.\.|[^ \t-\r]))/sy;

const KINDS = ['name', 'text', 'open', 'number', 'mark'] as const;

/**
 * The words of a stretch of a file, whatever stands in it. Linear. An author is typing there, so this reads what the grammar does not: a
 * quoted text that is not closed yet, marks that no expression has.
 */
export function wordsOf(source: string, from: number, to: number): Word[] {
  const text = source.slice(from, to);
  const words: Word[] = [];
  WORD.lastIndex = 0;
  for (let match = WORD.exec(text); match; match = WORD.exec(text)) {
    const at = match.slice(1).findIndex((group) => group !== undefined);
    const written = match[at + 1] ?? '';
    const end = from + WORD.lastIndex;
    words.push({ kind: KINDS[at] ?? 'mark', text: written, from: end - written.length, to: end });
  }
  return words;
}

/** What a word says: a quoted text without its quotes. */
export const saidBy = ({ kind, text }: Word): string =>
  kind === 'text' ? text.slice(1, -1) : kind === 'open' ? text.slice(1) : text;
