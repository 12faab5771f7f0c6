import type { ClientBase } from 'pg';
import { Refusal } from '../errors.ts';
import { lockSite } from '../storage/content.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { inTransaction } from '../storage/transaction.ts';

/** How often all begins again because there is another site meanwhile. */
const ROUNDS = 5;

interface Held<Account> {
  /** Ids of the sites; called again under the locks. */
  readonly list: (db: Queryable) => Promise<readonly string[]>;
  /** Holds the row of the account. */
  readonly lock: (client: ClientBase) => Promise<Account>;
}

/**
 * Works on an account and sites in one transaction that holds the sites, and then the account, as wherever members change.
 * @throws Refusal `indisponible` when there are other sites each time; what `lock` and `work` throw
 */
export async function holdingSites<Account, T>(
  db: RolePools,
  { list, lock }: Held<Account>,
  work: (client: ClientBase, account: Account, siteIds: readonly string[]) => Promise<T>,
): Promise<T> {
  for (let round = 1; round <= ROUNDS; round++) {
    const siteIds = [...(await list(db))].sort();
    const done = await inTransaction(db, async (client) => {
      for (const id of siteIds) await lockSite(client, id);
      const account = await lock(client);
      const isOther = (await list(client)).some((id) => !siteIds.includes(id));
      return isOther ? null : { result: await work(client, account, siteIds) };
    });
    if (done) return done.result;
  }
  throw new Refusal('indisponible');
}
