/** Roles that were given and taken on sites (`octrois`), for as long as a recovery can undo them (docs/decisions/recovery.md). */
import { randomUUID } from 'node:crypto';
import type { MemberRole } from './accounts.ts';
import type { Backing } from './backing.ts';
import type { Queryable } from './statement.ts';

/** Who decides that an account has another role on a site. */
export interface Decision {
  /** The account that decides; null for an operator. */
  readonly by: string | null;
  readonly backing: Backing;
  /** When it was decided, ISO 8601; null for now. */
  readonly at: string | null;
}

/** A role that was given or taken. */
export interface Grant {
  readonly accountId: string;
  /** Null: not a member. */
  readonly before: MemberRole | null;
  readonly after: MemberRole | null;
  readonly by: string | null;
  /** ISO 8601, microseconds, UTC: they compare as texts. */
  readonly decidedAt: string;
  readonly doneAt: string;
  /** What it rests on: the moment of the decision where nothing older proved it. */
  readonly restsOn: string;
}

/** Notes a grant, under the lock of the site. */
export async function insertGrant(
  db: Queryable,
  siteId: string,
  { accountId, before, after }: Pick<Grant, 'accountId' | 'before' | 'after'>,
  { by, backing, at }: Decision,
): Promise<void> {
  const row = [siteId, accountId, before, after, by, backing];
  if (at === null) await db.query(INSERT_NOW, row);
  else await db.query(INSERT_DECIDED, [...row, at]);
}

const INSERT_NOW =
  'INSERT INTO octrois (site_id, compte_id, role_avant, role, par, appui_le) VALUES ($1, $2, $3, $4, $5, $6)';
const INSERT_DECIDED = `INSERT INTO octrois (site_id, compte_id, role_avant, role, par, appui_le, decide_le)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

/** The grants of a site in the order in which they were done. */
export async function listGrants(db: Queryable, siteId: string): Promise<Grant[]> {
  const { rows } = await db.query<Grant>(
    `SELECT compte_id AS "accountId", role_avant AS before, role AS after, par AS by, decide_le AS "decidedAt", fait_le AS "doneAt",
            coalesce(appui_le, decide_le) AS "restsOn"
     FROM octrois WHERE site_id = $1 ORDER BY fait_le, id`,
    [siteId],
  );
  return rows;
}

/** The sites on which an account has given a role, taken one or invited somebody, which rests on nothing older than a time. @param since ISO 8601 */
export async function listSitesGrantedSince(db: Queryable, accountId: string, since: string): Promise<string[]> {
  const { rows } = await db.query<{ site_id: string }>(
    `SELECT site_id FROM octrois WHERE par = $1 AND coalesce(appui_le, decide_le) >= $2
     UNION SELECT site_id FROM invitations WHERE invite_par = $1 AND coalesce(appui_le, cree_le) >= $2 ORDER BY site_id`,
    [accountId, since],
  );
  return rows.map(({ site_id }) => site_id);
}

/** The grants of an account that goes are told of somebody whom nobody knows: what rests on them is still seen. */
export async function makeGrantsNameless(db: Queryable, accountId: string): Promise<void> {
  const somebody = randomUUID();
  await db.query('UPDATE octrois SET compte_id = $2 WHERE compte_id = $1', [accountId, somebody]);
  await db.query('UPDATE octrois SET par = $2 WHERE par = $1', [accountId, somebody]);
}

/** Rows that one round removes at most. */
const SWEPT = 1_000;

/** Forgets what no recovery can undo any more, a bounded number. @param days as long as a link works, and as an invitation may wait before @returns whether there may be more */
export async function sweepGrants(db: Queryable, days: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `DELETE FROM octrois WHERE (site_id, id) IN (
       SELECT site_id, id FROM octrois WHERE fait_le < statement_timestamp() - make_interval(days => $1::int)
       ORDER BY fait_le LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
    [days],
  );
  return rowCount === SWEPT;
}
