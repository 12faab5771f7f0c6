import type { PoolClient } from 'pg';
import { Refusal } from '../errors.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import { settlePlans } from '../storage/plans.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction, isTaken } from '../storage/transaction.ts';

/** What a write of contents works with. */
export interface ContentWrite {
  readonly client: PoolClient;
  /** The instant that decides what visitors see: what was planned until then is in the rows. */
  readonly now: string;
}

/** What a write has done. */
interface Done<T> {
  readonly result: T;
  /** Whether what visitors see may have changed: the content gets a new version, which tells renders that they are old. */
  readonly isShown: boolean;
}

/**
 * Writes contents of a site in one transaction, which holds the lock of the site's row: what `work` reads stays true until the end. When `work`
 * throws, nothing changes.
 * @throws Refusal `introuvable` when the site is gone, `adresse_prise` when a unique index holds an address already
 */
export async function writeContent<T>(
  db: RolePools,
  siteId: string,
  work: (write: ContentWrite) => Promise<Done<T>>,
): Promise<T> {
  try {
    return await inTransaction(db, async (client) => {
      if (!(await lockSite(client, siteId))) throw new Refusal('introuvable');
      const { now, hasSettled } = await settlePlans(client, siteId);
      const { result, isShown } = await work({ client, now });
      // Settled plans no longer tell when they passed (`parutions_publiques`): the version of the content does.
      if (isShown || hasSettled) await touchContent(client, siteId);
      return result;
    });
  } catch (error) {
    throw isTaken(error) ? new Refusal('adresse_prise') : error;
  }
}

/** `writeContent` for a write that visitors see. */
export const changeContent = <T>(db: RolePools, siteId: string, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  writeContent(db, siteId, async ({ client }) => ({ result: await work(client), isShown: true }));
