import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { Arrivals } from './arrivals.ts';
import { FolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';

/** Where the bytes of the libraries are, and where they are before. */
export interface MediaFiles {
  readonly store: MediaStore;
  readonly arrivals: Arrivals;
  close(): Promise<void>;
}

/** Touches neither disk nor network: a bucket that is away keeps no program from its start. */
export async function openMediaFiles({
  dataDir,
  mediaBucket,
}: Pick<Config, 'dataDir' | 'mediaBucket'>): Promise<MediaFiles> {
  const folder = join(dataDir, 'medias');
  const arrivals = new Arrivals(join(folder, 'arrivees'));
  if (mediaBucket) {
    // Its client takes 7 MB.
    const { BucketStore } = await import('./bucket-store.ts');
    const store = new BucketStore(mediaBucket);
    return { store, arrivals, close: () => store.close() };
  }
  return { store: new FolderStore(folder, arrivals), arrivals, close: async () => undefined };
}
