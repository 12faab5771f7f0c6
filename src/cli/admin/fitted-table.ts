import { table } from '../commands/table.ts';
import { wrapped } from '../wrap.ts';

/** A column is not cut to less than this, characters. */
const NARROWEST = 6;
const BETWEEN = 2;
const CUT = '…';

/** How wide what is printed may be; undefined where no terminal shows it: nothing is cut then. */
export const columns = (): number | undefined => Number(process.env.COLUMNS) || process.stdout.columns;

/**
 * Lines of a table that fits: the longest cells are cut first, and where that is not enough, the last columns are left out.
 * @param rows the headings first
 * @param cut columns whose cells may be cut
 */
export function fittedTable(
  rows: readonly (readonly string[])[],
  cut: readonly number[] = [],
  width = columns(),
): string[] {
  if (width === undefined) return table(rows);
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const over = () => sum(widths) + BETWEEN * (widths.length - 1) - width;
  for (let left = over(); left > 0; left--) {
    const widest = cut.toSorted((one, other) => Number(widths[other]) - Number(widths[one]))[0];
    if (widest === undefined || Number(widths[widest]) <= NARROWEST) break;
    widths[widest] = Number(widths[widest]) - 1;
  }
  while (over() > 0 && widths.length > 1) widths.pop();
  return table(rows.map((row) => widths.map((length, column) => cutTo(row[column] ?? '', length))));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const cutTo = (text: string, length: number): string =>
  text.length <= length ? text : text.slice(0, length - 1) + CUT;

/** Lines of facts, each with its name in front; what is longer goes on under itself. */
export function factLines(facts: readonly (readonly [name: string, text: string])[], width = columns()): string[] {
  const before = Math.max(...facts.map(([name]) => name.length)) + BETWEEN;
  return facts.flatMap(([name, text], place) => {
    const lines = wrapped(text, width && Math.max(width - before, NARROWEST))
      .split('\n')
      .flatMap((line) => (width ? piecesOf(line, width - before) : [line]));
    const isFirstOfName = facts[place - 1]?.[0] !== name;
    return lines.map((line, n) => (n === 0 && isFirstOfName ? name : '').padEnd(before) + line);
  });
}

/** A word that is longer than a line is broken. */
function piecesOf(line: string, width: number): string[] {
  if (line.length <= width || width < NARROWEST) return [line];
  return [line.slice(0, width), ...piecesOf(line.slice(width), width)];
}
