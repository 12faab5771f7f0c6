import type { MediaStore } from '../media/store/media-store.ts';
import { findDueSite } from '../storage/deletion.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { ChangedMeanwhile, deleteDueSite } from './deletion.ts';

interface DueSites {
  /** Pools with the service role. */
  readonly service: RolePools;
  readonly store: MediaStore;
  /** Slug of the site that health checks visit, which stays. */
  readonly witness: string | undefined;
  readonly log: { warn(details: object, sentence: string): void };
}

/**
 * Deletes the next site that its owner has deleted and whose day has come. Several instances may do it at the same time. A site that cannot be deleted
 * now does not keep the others: the next round tries again.
 * @param after id of the site before; the empty string for the first
 * @returns the id of this site; null when there is none
 */
export async function deleteNextDueSite(
  { service, store, witness, log }: DueSites,
  after: string,
): Promise<string | null> {
  const due = await findDueSite(service, after === '' ? null : after);
  if (!due) return null;
  if (due.slug === witness) {
    log.warn({ site: due.slug }, 'the site that health checks visit waits for its deletion, and stays');
    return due.id;
  }
  try {
    await deleteDueSite(service, due.id, store);
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) {
      log.warn({ site: due.slug, reason: (error as Error).message }, 'a site that its owner has deleted stays for now');
    }
  }
  return due.id;
}
