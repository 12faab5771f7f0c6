/**
 * How far the ranks of two samples are from those of one distribution (Mann and Whitney): standard deviations, positive where the first sample has
 * the greater values. Equal values share their mean rank.
 */
export function rankSumZ(first: readonly number[], second: readonly number[]): number {
  const all = [
    ...first.map((value) => ({ value, isFirst: true })),
    ...second.map((value) => ({ value, isFirst: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let sum = 0;
  for (let begin = 0; begin < all.length; ) {
    let end = begin;
    while (all[end]?.value === all[begin]?.value && end < all.length) end++;
    const rank = (begin + 1 + end) / 2;
    sum += rank * all.slice(begin, end).filter(({ isFirst }) => isFirst).length;
    begin = end;
  }
  const [n, m] = [first.length, second.length];
  const expected = (n * (n + m + 1)) / 2;
  return (sum - expected) / Math.sqrt((n * m * (n + m + 1)) / 12);
}
