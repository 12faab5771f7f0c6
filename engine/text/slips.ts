/**
 * How many slips of a pen make one word of another: letters added, left out, or taken for others, and neighbours in each other's place
 * (optimal string alignment). Pure.
 * @param most nobody asks how many more there are: the work grows with this number and the length of the words
 */
export function slips(a: string, b: string, most = Number.POSITIVE_INFINITY): number {
  const [short, long] = withoutCommonEnds(a, b);
  if (Math.abs(short.length - long.length) > most) return most + 1;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: long.length + 1 }, (_, column) => column)];
  let fewestBefore = 0;
  for (let row = 1; row <= short.length; row++) {
    const current = [row];
    let fewest = row;
    // Further from the diagonal there are more slips than are asked for.
    const from = Math.max(1, row - most);
    if (from > 1) current[0] = Number.POSITIVE_INFINITY;
    for (let column = from; column <= Math.min(long.length, row + most); column++) {
      const isSame = short[row - 1] === long[column - 1];
      const isSwap =
        row > 1 && column > 1 && short[row - 1] === long[column - 2] && short[row - 2] === long[column - 1];
      const count = Math.min(
        at(current, column - 1) + 1,
        at(last, column) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      current[column] = count;
      if (count < fewest) fewest = count;
    }
    if (fewest > most && fewestBefore > most) return most + 1;
    fewestBefore = fewest;
    [beforeLast, last] = [last, current];
  }
  return at(last, long.length);
}

function withoutCommonEnds(a: string, b: string): [string, string] {
  const most = Math.min(a.length, b.length);
  let before = 0;
  while (before < most && a[before] === b[before]) before++;
  let behind = 0;
  while (behind < most - before && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind++;
  return [a.slice(before, a.length - behind), b.slice(before, b.length - behind)];
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
