/** What upkeep does for pages and articles: plans that have passed are settled, and what was deleted long ago goes. */
import { lockSite, touchContent } from './content.ts';
import { settlePlans } from './plans.ts';
import type { RolePools } from './role-pools.ts';
import type { Queryable } from './statement.ts';
import { inTransaction } from './transaction.ts';

/** How many sites one step looks at, and how many rows of a site it removes at most. */
const LOOKED_AT = 200;
const REMOVED = 1_000;

/**
 * Goes through some sites, settles their plans that have passed, and removes texts that were deleted too long ago, and versions of texts that are
 * gone. Several instances may do so at the same time.
 * @param days how long a deleted text is kept
 * @param after id of the site where the last call ended; empty to begin
 * @returns where it ended; null after the last site
 */
export async function tidyTexts(db: RolePools, days: number, after: string): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM sites WHERE $1::uuid IS NULL OR id > $1 ORDER BY id LIMIT ${LOOKED_AT}`,
    [after || null],
  );
  const ids = rows.map(({ id }) => id);
  for (const id of await sitesToTidy(db, ids, days)) {
    if ((await tidySite(db, id, days)) === REMOVED) return ids[ids.indexOf(id) - 1] ?? after;
  }
  return rows.length < LOOKED_AT ? null : (ids.at(-1) ?? null);
}

const ORPHAN = `NOT EXISTS (SELECT FROM pages p WHERE p.site_id = v.site_id AND p.id = v.contenu_id)
  AND NOT EXISTS (SELECT FROM articles a WHERE a.site_id = v.site_id AND a.id = v.contenu_id)
  AND NOT EXISTS (SELECT FROM contenus_supprimes c WHERE c.site_id = v.site_id AND c.id = v.contenu_id)`;

/** Which of these sites have something to do, in their order. The release before this one deletes texts and leaves their versions. */
async function sitesToTidy(db: Queryable, ids: readonly string[], days: number): Promise<string[]> {
  const { rows } = await db.query<{ site_id: string }>(
    `SELECT site_id FROM pages WHERE site_id = ANY ($1::uuid[])
       AND (publie_le <= vitrine_maintenant() OR retire_le <= vitrine_maintenant() OR prevu_le <= vitrine_maintenant())
     UNION SELECT site_id FROM articles WHERE site_id = ANY ($1::uuid[]) AND (retire_le <= vitrine_maintenant() OR prevu_le <= vitrine_maintenant())
     UNION SELECT site_id FROM contenus_supprimes WHERE site_id = ANY ($1::uuid[])
       AND supprime_le < statement_timestamp() - make_interval(days => $2)
     UNION SELECT v.site_id FROM versions_de_contenus v WHERE v.site_id = ANY ($1::uuid[]) AND ${ORPHAN}`,
    [ids, days],
  );
  const found = new Set(rows.map(({ site_id }) => site_id));
  return ids.filter((id) => found.has(id));
}

/** @returns how many rows were removed, of that kind of which most were */
function tidySite(db: RolePools, siteId: string, days: number): Promise<number> {
  return inTransaction(db, async (client) => {
    if (!(await lockSite(client, siteId))) return 0;
    if ((await settlePlans(client, siteId)).hasSettled) await touchContent(client, siteId);
    const texts = await client.query(
      `DELETE FROM contenus_supprimes WHERE site_id = $1 AND id IN (
         SELECT c.id FROM contenus_supprimes c WHERE c.site_id = $1 AND c.supprime_le < statement_timestamp() - make_interval(days => $2)
         ORDER BY c.supprime_le LIMIT $3)`,
      [siteId, days, REMOVED],
    );
    const versions = await client.query(
      `DELETE FROM versions_de_contenus WHERE site_id = $1 AND (contenu_id, numero) IN (
         SELECT v.contenu_id, v.numero FROM versions_de_contenus v WHERE v.site_id = $1 AND ${ORPHAN} LIMIT $2)`,
      [siteId, REMOVED],
    );
    return Math.max(texts.rowCount ?? 0, versions.rowCount ?? 0);
  });
}
