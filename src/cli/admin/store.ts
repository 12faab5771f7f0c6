import { readConfig } from '../../config.ts';
import type { MediaStore } from '../../media/store/media-store.ts';
import { openMediaFiles } from '../../media/store/open-store.ts';
import { StoreAway } from '../../media/store/store-away.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';

/** Runs `work` on the configured store of medias. @throws CommandRefusal when the store does not work */
export async function onStore<T>(work: (store: MediaStore) => Promise<T>): Promise<T> {
  const media = await openMediaFiles(readConfig(process.env));
  try {
    return await work(media.store);
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    throw new CommandRefusal(`Les fichiers des bibliothèques sont hors d’atteinte (${error.reason}).`, {
      exit: EXIT.unavailable,
    });
  } finally {
    await media.close();
  }
}
