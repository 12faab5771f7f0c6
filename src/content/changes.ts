import type { PoolClient } from 'pg';
import { Refusal } from '../errors.ts';
import { lockSite, touchContent } from '../storage/content.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction, isTaken } from '../storage/transaction.ts';

/**
 * Changes the content of a site in one transaction, which holds the lock of the site's row: what `work` reads stays true until the end. The
 * content gets a new version, which tells renders that they are old. When `work` throws, nothing changes.
 * @throws Refusal `introuvable` when the site is gone, `adresse_prise` when a unique index holds an address already
 */
export async function changeContent<T>(
  db: RolePools,
  siteId: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, async (client) => {
      if (!(await lockSite(client, siteId))) throw new Refusal('introuvable');
      const result = await work(client);
      await touchContent(client, siteId);
      return result;
    });
  } catch (error) {
    throw isTaken(error) ? new Refusal('adresse_prise') : error;
  }
}
