import type { Queryable } from './statement.ts';

/** Which of these slugs a site has or had. */
export async function takenSlugs(db: Queryable, slugs: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ slug: string }>('SELECT slug FROM slugs WHERE slug = ANY ($1::text[])', [slugs]);
  return new Set(rows.map(({ slug }) => slug));
}

/** The one of these sites that has a slug, or had it; null when none has. @returns its id */
export async function findSiteOnceNamed(
  db: Queryable,
  siteIds: readonly string[],
  slug: string,
): Promise<string | null> {
  const { rows } = await db.query<{ site_id: string }>(
    'SELECT site_id FROM slugs WHERE slug = $1 AND site_id = ANY ($2::uuid[])',
    [slug, siteIds],
  );
  return rows[0]?.site_id ?? null;
}

/** Whether one of these sites has a slug, or had it. */
export const hasSlug = async (db: Queryable, siteIds: readonly string[], slug: string): Promise<boolean> =>
  (await findSiteOnceNamed(db, siteIds, slug)) !== null;

/** The slugs that a site had before its present one, the newest first. */
export async function formerSlugs(db: Queryable, siteId: string): Promise<string[]> {
  const { rows } = await db.query<{ slug: string }>(
    `SELECT f.slug FROM slugs f JOIN sites s ON s.id = f.site_id WHERE f.site_id = $1 AND f.slug <> s.slug
     ORDER BY f.depuis DESC, f.slug`,
    [siteId],
  );
  return rows.map(({ slug }) => slug);
}

/** How many slugs a site has and had, and how many of them it got within the last hour. */
export async function countSlugs(db: Queryable, siteId: string): Promise<{ all: number; new: number }> {
  const { rows } = await db.query<{ all: number; new: number }>(
    `SELECT count(*)::int AS all, (count(*) FILTER (WHERE depuis > statement_timestamp() - interval '1 hour'))::int AS new
     FROM slugs WHERE site_id = $1`,
    [siteId],
  );
  return rows[0] ?? { all: 0, new: 0 };
}

/** Gives a site a slug that no site ever had. @returns false when a site has or had it */
export async function insertSlug(db: Queryable, siteId: string, slug: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO slugs (slug, site_id) VALUES ($1, $2) ON CONFLICT (slug) DO NOTHING',
    [slug, siteId],
  );
  return rowCount === 1;
}
