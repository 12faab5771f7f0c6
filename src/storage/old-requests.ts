import type { RolePools } from './role-pools.ts';
import type { Queryable } from './statement.ts';
import { inTransaction } from './transaction.ts';

/** How many sites one step checks, and how many requests it removes at most. */
const LOOKED_AT = 200;
const REMOVED = 1_000;

/**
 * Goes through some sites, and removes the requests of contact forms that are too old. Several instances may do so at the same time.
 * @param days how long they are kept
 * @param after id of the site where the last call ended; empty to begin
 * @returns where it ended; null after the last site
 */
export function removeOldRequests(db: RolePools, days: number, after: string): Promise<string | null> {
  return inTransaction(db, async (client) => {
    const sites = await client.query<{ id: string }>(
      `SELECT id FROM sites WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${LOOKED_AT}`,
      [after || null],
    );
    let [last, left] = [after, REMOVED];
    for (const { id } of await withOldRequests(client, sites.rows, days)) {
      left -= await removeSome(client, id, days, left);
      // The next step checks this site again.
      if (left === 0) return last;
      last = id;
    }
    return sites.rows.length < LOOKED_AT ? null : (sites.rows.at(-1)?.id ?? null);
  });
}

const TOO_OLD = 'recue_le < statement_timestamp() - make_interval(days => $2)';

/** In the order of the sites. */
async function withOldRequests(db: Queryable, sites: readonly { id: string }[], days: number) {
  const { rows } = await db.query<{ site_id: string }>(
    `SELECT DISTINCT site_id FROM demandes WHERE site_id = ANY ($1::uuid[]) AND ${TOO_OLD}`,
    [sites.map(({ id }) => id), days],
  );
  const found = new Set(rows.map(({ site_id }) => site_id));
  return sites.filter(({ id }) => found.has(id));
}

/** @returns how many were removed */
async function removeSome(db: Queryable, siteId: string, days: number, atMost: number): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM demandes WHERE site_id = $1 AND id IN (
       SELECT id FROM demandes WHERE site_id = $1 AND ${TOO_OLD} ORDER BY recue_le LIMIT $3)`,
    [siteId, days, atMost],
  );
  return rowCount ?? 0;
}
