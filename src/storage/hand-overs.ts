/** Sites that wait to be handed over (`transmissions`): one of a site at most. */
import type { Backing } from './backing.ts';
import type { Queryable } from './statement.ts';

/** An owner who wants to give a site to a member. */
export interface HandOver {
  readonly from: string;
  readonly to: string;
  readonly askedAt: string;
  readonly backing: Backing;
}

/** Lets a site wait, in place of an earlier wish. */
export async function insertHandOver(
  db: Queryable,
  siteId: string,
  { from, to, backing }: Omit<HandOver, 'askedAt'>,
): Promise<void> {
  await deleteHandOver(db, siteId);
  await db.query('INSERT INTO transmissions (site_id, de, a, appui_le) VALUES ($1, $2, $3, $4)', [
    siteId,
    from,
    to,
    backing,
  ]);
}

/** @returns null where the site does not wait */
export async function findHandOver(db: Queryable, siteId: string): Promise<HandOver | null> {
  const { rows } = await db.query<HandOver>(
    `SELECT de AS from, a AS to, demandee_le AS "askedAt", appui_le AS backing FROM transmissions WHERE site_id = $1`,
    [siteId],
  );
  return rows[0] ?? null;
}

/** @returns whether the site waited */
export async function deleteHandOver(db: Queryable, siteId: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM transmissions WHERE site_id = $1', [siteId]);
  return rowCount === 1;
}

/** Ends the wish of a member, or to give the site to that member, who has another role by now. */
export async function deleteHandOverOf(db: Queryable, siteId: string, accountId: string): Promise<void> {
  await db.query('DELETE FROM transmissions WHERE site_id = $1 AND (de = $2 OR a = $2)', [siteId, accountId]);
}

/** Ends the wishes of an account that rest on nothing older than a time. @param since ISO 8601 */
export async function deleteHandOversSince(db: Queryable, accountId: string, since: string): Promise<void> {
  await db.query('DELETE FROM transmissions WHERE de = $1 AND coalesce(appui_le, demandee_le) >= $2', [
    accountId,
    since,
  ]);
}
