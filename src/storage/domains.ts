import type { Queryable } from './statement.ts';

/** Host names of a site besides its own under the sites' domain, sorted. */
export async function listDomains(db: Queryable, siteId: string): Promise<string[]> {
  const { rows } = await db.query<{ hote: string }>(
    'SELECT hote FROM domaines WHERE site_id = $1 ORDER BY hote COLLATE "C"',
    [siteId],
  );
  return rows.map(({ hote }) => hote);
}

/** Gives a host name to a site; a second time changes nothing. @returns false when another site has the name */
export async function insertDomain(db: Queryable, siteId: string, host: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO domaines (hote, site_id) VALUES ($2, $1)
     ON CONFLICT (hote) DO UPDATE SET hote = excluded.hote WHERE domaines.site_id = excluded.site_id`,
    [siteId, host],
  );
  return rowCount === 1;
}

/** @returns false when the site does not have this host name */
export async function deleteDomain(db: Queryable, siteId: string, host: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM domaines WHERE site_id = $1 AND hote = $2', [siteId, host]);
  return rowCount === 1;
}
