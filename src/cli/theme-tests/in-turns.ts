/** Renders under way at a time. */
const AT_A_TIME = 8;

/** Does something for each item, some at a time; the results have the order of the items. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  act: (item: Item, place: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const some = async () => {
    for (const [place, item] of waiting) results[place] = await act(item, place);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, some));
  return results;
}
