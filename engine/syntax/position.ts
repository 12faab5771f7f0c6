/** A place in a file, both 1-based; a column counts UTF-16 code units. */
export interface Position {
  readonly ligne: number;
  readonly colonne: number;
}

/** Where each line of a file begins, UTF-16 code units; only a line feed ends a line. */
export function lineStarts(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The place of an offset in a file, both from its start in UTF-16 code units. */
export const positionIn = (source: string, offset: number): Position => positionAt(lineStarts(source), offset);

/** The same, from the line starts of the file. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return { ligne: low + 1, colonne: offset - (starts[low] ?? 0) + 1 };
}
