/**
 * Bounds an `LRUCache` by its number of entries. The cache's own `max` takes memory for all of them when it is made: a mebibyte and 4 ms for 50,000.
 * @param entries how many are kept, the ones used last
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
