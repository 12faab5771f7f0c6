/** Renders under way at a time. */
const AT_A_TIME = 8;

/**
 * Does something for each item, some at a time.
 * @param isLast whether no further item is begun after this result
 * @returns the results in the order of the items, without those that were not begun
 */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item, place: number) => Promise<Result>,
  isLast: (result: Result) => boolean = () => false,
): Promise<Result[]> {
  const results = new Map<number, Result>();
  const waiting = items.entries();
  let isOver = false;
  const some = async () => {
    for (const [place, item] of waiting) {
      if (isOver) return;
      const result = await act(item, place);
      results.set(place, result);
      isOver ||= isLast(result);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, some));
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}
