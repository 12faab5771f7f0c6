import { type MediaStore, originalsOf, variantsOf } from './media-store.ts';

/** Files that are removed between two looks at the list. */
const REMOVED_AT_ONCE = 500;

/** Removes every file of sites that are deleted. @throws StoreAway */
export async function removeFilesOf(store: MediaStore, siteIds: readonly string[]): Promise<void> {
  for (const prefix of siteIds.flatMap((id) => [originalsOf(id), variantsOf(id)])) {
    let keys: string[] = [];
    for await (const { key } of store.list(prefix)) {
      if (keys.push(key) < REMOVED_AT_ONCE) continue;
      await store.remove(keys);
      keys = [];
    }
    await store.remove(keys);
  }
}
