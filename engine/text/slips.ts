/** The three rows of the table of one comparison; the next comparison writes over them. To make rows for each of hundreds of comparisons costs more than a comparison. */
const ROWS: readonly [number[], number[], number[]] = [[], [], []];

/**
 * How many slips of a pen make one word of another: letters added, left out, or taken for others, and neighbours in each other's place
 * (optimal string alignment). Pure.
 * @param most nobody asks how many more there are: the work grows with this number and the length of the words
 */
export function slips(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  const [short, long] = withoutCommonEnds(a, b);
  const width = long.length;
  if (width - short.length > most) return most + 1;
  let [beforeLast, last, current] = ROWS;
  for (let column = 0; column <= width; column++) last[column] = column;
  let fewestBefore = 0;
  for (let row = 1; row <= short.length; row++) {
    const letter = short.charCodeAt(row - 1);
    const letterBefore = short.charCodeAt(row - 2);
    let fewest = row;
    // Further from the diagonal there are more slips than are asked for.
    const from = Math.max(1, row - most);
    const to = Math.min(width, row + most);
    let left = from > 1 ? Number.POSITIVE_INFINITY : row;
    current[from - 1] = left;
    for (let column = from; column <= to; column++) {
      const other = long.charCodeAt(column - 1);
      let count = (last[column - 1] as number) + (letter === other ? 0 : 1);
      count = Math.min(count, left + 1, (last[column] as number) + 1);
      const isSwap = row > 1 && column > 1 && letterBefore === other && letter === long.charCodeAt(column - 2);
      if (isSwap) count = Math.min(count, (beforeLast[column - 2] as number) + 1);
      current[column] = count;
      left = count;
      if (count < fewest) fewest = count;
    }
    current[to + 1] = Number.POSITIVE_INFINITY;
    if (fewest > most && fewestBefore > most) return most + 1;
    fewestBefore = fewest;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return last[width] as number;
}

/** The shorter word first, and after it the longer one. */
function withoutCommonEnds(a: string, b: string): [string, string] {
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a.charCodeAt(before) === b.charCodeAt(before)) before++;
  let behind = 0;
  while (behind < most - before && a.charCodeAt(a.length - 1 - behind) === b.charCodeAt(b.length - 1 - behind))
    behind++;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return [short.slice(before, short.length - behind), long.slice(before, long.length - behind)];
}
