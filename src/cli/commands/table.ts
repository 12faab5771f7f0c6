import { shortenedTo, widthOf } from '../columns.ts';
import { type Style, type Terminal, visible } from '../terminal.ts';
import { wrapped } from '../wrap.ts';

export interface TableFit {
  /** Columns that the table has; undefined where it may have any number. */
  readonly columns: number | undefined;
  /** Places of the cells that may be shortened with `…`; an id never is. */
  readonly shortened: readonly number[];
}

/** A cell is not shortened to less than so many columns. */
const SHORTEST = 12;
/** Between two cells. */
const GAP = 2;

/**
 * A table whose columns are as wide as their longest cell, in the width that there is: some cells are shortened, and where that does not
 * do, each row becomes a small list.
 * @param rows the headings first
 * @returns the row of the headings, empty where they stand in the rows, then a text for each row. Pure.
 */
export function table(
  rows: readonly (readonly string[])[],
  { columns, shortened }: TableFit = { columns: undefined, shortened: [] },
): string[] {
  const [headings = []] = rows;
  const widths = headings.map((_, place) => Math.max(...rows.map((row) => widthOf(row[place] ?? ''))));
  const tooMuch = () => widths.reduce((sum, width) => sum + width + GAP, -GAP) - (columns ?? Infinity);
  while (tooMuch() > 0) {
    const [widest] = [...shortened].sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0));
    const width = widest === undefined ? 0 : (widths[widest] ?? 0);
    if (widest === undefined || width <= SHORTEST)
      return rows.map((row, at) => (at === 0 ? '' : listed(headings, row, columns)));
    widths[widest] = width - 1;
  }
  return rows.map((row) =>
    row
      .map((cell, place) => {
        const shown = shortenedTo(cell, widths[place] ?? 0);
        return shown + ' '.repeat(Math.max(0, (widths[place] ?? 0) - widthOf(shown)));
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/** A row for a narrow terminal: its first cell, then the others below with their headings. */
const listed = (
  headings: readonly string[],
  [first = '', ...cells]: readonly string[],
  columns: number | undefined,
): string =>
  [first.trim(), ...cells.map((cell, at) => wrapped(`  ${headings[at + 1] ?? ''} : ${cell.trim()}`, columns))].join(
    '\n',
  );

/**
 * Prints a table in the width of the terminal.
 * @param shortened places of the cells that may be shortened
 * @param style of a row, by its place below the headings
 */
export function showTable(
  terminal: Terminal,
  rows: readonly (readonly string[])[],
  shortened: readonly number[],
  style: (row: number) => Style | undefined = () => undefined,
): void {
  const [headings = '', ...lines] = table(rows, { columns: terminal.columns, shortened });
  if (headings !== '') terminal.show(terminal.paint('bold', headings));
  for (const [row, line] of lines.entries()) {
    const painted = style(row);
    terminal.show(painted === undefined ? line : terminal.paint(painted, line));
  }
}

/** In the time zone of the reader. */
export function localTime(instant: string): string {
  const time = new Date(instant);
  return Number.isNaN(time.getTime())
    ? visible(instant)
    : time.toLocaleString('fr', { dateStyle: 'short', timeStyle: 'short' });
}
