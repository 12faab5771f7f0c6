import type { RolePools } from './role-pools.ts';
import { inTransaction } from './transaction.ts';

/** How long an account without a confirmed address and without a site stays, and how many go in one step. */
const UNUSED_DAYS = 7;
const AT_ONCE = 200;

/**
 * Removes accounts that nobody went on with: a week old, without a confirmed address and without a site.
 * @param service pools with the service role
 * @returns whether there may be more
 */
export const removeUnusedAccounts = (service: RolePools): Promise<boolean> =>
  inTransaction(service, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM comptes c
       WHERE confirme_le IS NULL AND cree_le < statement_timestamp() - make_interval(days => $1)
         AND NOT EXISTS (SELECT FROM membres m WHERE m.compte_id = c.id)
       ORDER BY cree_le LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`,
      [UNUSED_DAYS],
    );
    // A locked account gets no site any more; this statement sees those that it got before.
    await client.query(
      `DELETE FROM comptes c
       WHERE id = ANY ($1::uuid[]) AND NOT EXISTS (SELECT FROM membres m WHERE m.compte_id = c.id)`,
      [rows.map(({ id }) => id)],
    );
    return rows.length === AT_ONCE;
  });
