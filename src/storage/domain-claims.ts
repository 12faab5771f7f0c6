/** Claims of names: who wants a name for a site, and the token that proves it. */
import type { RolePools } from './role-pools.ts';
import type { Queryable } from './statement.ts';

/** How long a claim may wait for its proof. */
const CLAIM_DAYS = 30;
/** Rows that go in one step. */
const AT_ONCE = 1_000;

export interface Claim {
  readonly hote: string;
  readonly jeton: string;
  readonly cree_le: string;
  readonly expire_le: string;
}

const FIELDS = `hote, jeton, cree_le, cree_le + interval '${CLAIM_DAYS} days' AS expire_le`;
const LASTS = `cree_le > statement_timestamp() - interval '${CLAIM_DAYS} days'`;

/** The claims of a site that have not ended, by their names; none of a name that the site has. */
export async function listClaims(db: Queryable, siteId: string): Promise<Claim[]> {
  const { rows } = await db.query<Claim>(
    `SELECT ${FIELDS} FROM revendications r WHERE site_id = $1 AND ${LASTS}
       AND NOT EXISTS (SELECT 1 FROM domaines d WHERE d.site_id = $1 AND d.hote = r.hote)
     ORDER BY hote COLLATE "C"`,
    [siteId],
  );
  return rows;
}

/** The claim of a name by a site; null where there is none, or where it has ended. */
export async function findClaim(db: Queryable, siteId: string, host: string): Promise<Claim | null> {
  const { rows } = await db.query<Claim>(
    `SELECT ${FIELDS} FROM revendications WHERE site_id = $1 AND hote = $2 AND ${LASTS}`,
    [siteId, host],
  );
  return rows[0] ?? null;
}

/** Adds a claim, in the place of one that has ended; the caller has looked for one that has not, under the lock of the site. */
export async function insertClaim(db: Queryable, siteId: string, host: string, token: string): Promise<Claim> {
  await db.query('DELETE FROM revendications WHERE site_id = $1 AND hote = $2', [siteId, host]);
  const { rows } = await db.query<Claim>(
    `INSERT INTO revendications (site_id, hote, jeton) VALUES ($1, $2, $3) RETURNING ${FIELDS}`,
    [siteId, host, token],
  );
  return rows[0] as Claim;
}

/** Ends a claim. @param token only where this is its token @returns false when there is no such claim */
export async function deleteClaim(db: Queryable, siteId: string, host: string, token?: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'DELETE FROM revendications WHERE site_id = $1 AND hote = $2 AND ($3::text IS NULL OR jeton = $3)',
    [siteId, host, token ?? null],
  );
  return rowCount === 1;
}

/**
 * Removes claims that have ended.
 * @param service pools with the service role
 * @returns whether there may be more
 */
export async function removeEndedClaims(service: RolePools): Promise<boolean> {
  const { rowCount } = await service.query(
    `DELETE FROM revendications WHERE (site_id, hote) IN (
       SELECT site_id, hote FROM revendications WHERE NOT (${LASTS})
       ORDER BY cree_le LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)`,
    [],
  );
  return rowCount === AT_ONCE;
}
