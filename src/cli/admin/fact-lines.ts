import { columnsOf } from '../columns.ts';
import { wrapped } from '../wrap.ts';

/** Between a name and its text, columns. */
const BETWEEN = 2;
/** Columns that a text has at least. */
const NARROWEST = 6;

/** Lines of facts, each with its name in front; the rest of a long text goes on below the text. */
export function factLines(
  facts: readonly (readonly [name: string, text: string])[],
  width = columnsOf(process.stdout),
): string[] {
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
