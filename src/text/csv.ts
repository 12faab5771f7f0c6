/**
 * Tables as files of text that spreadsheets open (CSV), written so that no cell becomes a formula, and read however a spreadsheet has written them.
 * Pure: browsers load this too.
 */

/** What a file of ours begins with: a spreadsheet knows by the mark that the letters are UTF-8. */
export const CSV_START = '\ufeff';

/** What stands between the cells of a row. French spreadsheets open files with the first one without a question; it wins where nothing tells. */
const SEPARATORS = [';', '\t', ','] as const;

/** As many rows tell what separates cells. */
const ROWS_THAT_TELL = 20;

/** What a spreadsheet may pass over before it takes a cell for a formula: blanks, signs that are not seen, quotes. */
const PASSED_OVER = String.raw`(?:[\p{Z}\p{Cf}"']|(?![\t\r\n])\p{Cc})*`;
/** Signs that make a formula of a cell, in either width. */
const FORMULA = '=+\\-@\uff1d\uff0b\uff0d\uff20';
/**
 * Places within a cell at which a spreadsheet that splits at other signs than ours would begin another cell. Each place is found in a time that grows with
 * the distance to the next one.
 */
const WITHIN = String.raw`[,;\t\r\n]`;

const BEGINS = new RegExp(`^(?=${PASSED_OVER}[${FORMULA}\\t\\r\\n])`, 'u');
const BEGINS_WITHIN = new RegExp(`(${WITHIN})(${PASSED_OVER})(?=[${FORMULA}])`, 'gu');
const BEGAN = new RegExp(`^'(?=${PASSED_OVER}[${FORMULA}\\t\\r\\n])`, 'u');
const BEGAN_WITHIN = new RegExp(`(${WITHIN})'(${PASSED_OVER})(?=[${FORMULA}])`, 'gu');

/** A cell that no spreadsheet takes for a formula: an apostrophe stands where one would begin. */
const harmless = (cell: string): string => cell.replace(BEGINS_WITHIN, "$1'$2").replace(BEGINS, "'");

/** The cell of which `harmless` has made this one. */
const original = (cell: string): string => cell.replace(BEGAN, '').replace(BEGAN_WITHIN, '$1$2');

/**
 * One row of a file, with its end. Each cell stands between quotes.
 * @param cells any texts; a row without cells is an empty line, which nobody reads
 */
export const csvRow = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(SEPARATORS[0])}\r\n`;

/** A whole file. What is too long to hold is written by `CSV_START` and `csvRow` instead. */
export const writeCsv = (rows: Iterable<readonly string[]>): string => `${CSV_START}${[...rows].map(csvRow).join('')}`;

export interface CsvRow {
  /** The line of the file on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvTable {
  /** Without those that are empty. */
  readonly rows: readonly CsvRow[];
  /** Whether there were more rows than were asked for. */
  readonly isCut: boolean;
  /** The line of a quote that nothing closes, so that all the rest stands in one cell; else null. */
  readonly openQuote: number | null;
}

/**
 * Reads a file of ours or of a spreadsheet: finds out what separates its cells, and takes the apostrophes off that `csvRow` has written.
 * @param text the file, in time that grows with its length; `csvText` makes it of bytes
 * @param mostRows rows beyond are not read
 */
export function readCsv(text: string, mostRows = Number.POSITIVE_INFINITY): CsvTable {
  const file = text.startsWith(CSV_START) ? text.slice(CSV_START.length) : text;
  const said = /^sep=([;,\t])(?:\r\n|\r|\n|$)/i.exec(file);
  const from = said?.[0].length ?? 0;
  return readRows(file, from, said?.[1] ?? separatorOf(file), mostRows);
}

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or else what Windows has written in western Europe.
 * @param bytes of any file
 */
export function csvText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The sign that separates cells in most of the first rows. */
function separatorOf(file: string): string {
  const counts = SEPARATORS.map(
    (separator) => readRows(file, 0, separator, ROWS_THAT_TELL).rows.filter(({ cells }) => cells.length > 1).length,
  );
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? SEPARATORS[0];
}

function readRows(file: string, from: number, separator: string, mostRows: number): CsvTable {
  const rows: CsvRow[] = [];
  const ends = new RegExp(`[${separator}\\r\\n]`, 'g');
  let at = from;
  let line = 1 + linesIn(file.slice(0, from));
  let begun = line;
  let cells: string[] = [];
  while (at < file.length) {
    const quoted = file[at] === '"' ? quotedFrom(file, at) : null;
    ends.lastIndex = quoted?.end ?? at;
    const end = ends.exec(file)?.index ?? file.length;
    // What stands behind the closing quote belongs to the cell, as spreadsheets read it.
    cells.push(original((quoted?.text ?? '') + file.slice(quoted?.end ?? at, end)));
    if (quoted && !quoted.isClosed) return { rows: [...rows, { line: begun, cells }], isCut: false, openQuote: line };
    if (quoted) line += linesIn(quoted.text);
    const isLast = file[end] === separator && end + 1 === file.length;
    if (isLast) cells.push('');
    at = end + (file.startsWith('\r\n', end) ? 2 : 1);
    if (file[end] === separator && !isLast) continue;
    const isEmpty = cells.length === 1 && cells[0] === '' && !quoted;
    if (!isEmpty && rows.length >= mostRows) return { rows, isCut: true, openQuote: null };
    if (!isEmpty) rows.push({ line: begun, cells });
    cells = [];
    begun = ++line;
  }
  return { rows, isCut: false, openQuote: null };
}

/** A text between quotes, in which two quotes are one. */
function quotedFrom(file: string, at: number): { text: string; end: number; isClosed: boolean } {
  const parts: string[] = [];
  let from = at + 1;
  for (;;) {
    const quote = file.indexOf('"', from);
    if (quote < 0) return { text: [...parts, file.slice(from)].join(''), end: file.length, isClosed: false };
    if (file[quote + 1] !== '"') {
      return { text: [...parts, file.slice(from, quote)].join(''), end: quote + 1, isClosed: true };
    }
    parts.push(file.slice(from, quote + 1));
    from = quote + 2;
  }
}

const linesIn = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
