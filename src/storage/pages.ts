import type { Change } from './content.ts';
import { laterThan } from './expressions.ts';
import type { Queryable } from './statement.ts';

export interface NewPage {
  /** Empty for the home page. */
  readonly slug: string;
  readonly titre: string;
  readonly gabarit: string;
  readonly contenu: string;
  /** True by default. */
  readonly publiee?: boolean;
}

/** A page in a list. */
export interface PageSummary {
  readonly id: string;
  readonly slug: string;
  readonly titre: string;
  readonly gabarit: string;
  readonly publiee: boolean;
  readonly maj_le: string;
}

export interface Page extends PageSummary {
  readonly contenu: string;
}

/** The page that every published site has. */
export const HOME_PAGE: NewPage = { slug: '', titre: 'Accueil', gabarit: 'index', contenu: '' };

// The statements for pages, blogs and articles are alike and written out for each table: no SQL is built from names of tables.
const SUMMARY = 'id, slug, titre, gabarit, publiee, maj_le';

/** Sorted by address, the home page first. */
export async function listPages(db: Queryable, siteId: string): Promise<PageSummary[]> {
  const { rows } = await db.query<PageSummary>(
    `SELECT ${SUMMARY} FROM pages WHERE site_id = $1 ORDER BY slug COLLATE "C"`,
    [siteId],
  );
  return rows;
}

export async function findPage(db: Queryable, siteId: string, id: string): Promise<Page | null> {
  const { rows } = await db.query<Page>(`SELECT ${SUMMARY}, contenu FROM pages WHERE site_id = $1 AND id = $2`, [
    siteId,
    id,
  ]);
  return rows[0] ?? null;
}

export async function countPages(db: Queryable, siteId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM pages WHERE site_id = $1', [siteId]);
  return rows[0]?.n ?? 0;
}

/** Adds a page unless its address is taken. @returns its id, or null when it was. */
export async function insertPage(db: Queryable, siteId: string, page: NewPage): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO pages (site_id, slug, titre, gabarit, contenu, publiee) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (site_id, slug) DO NOTHING RETURNING id`,
    [siteId, page.slug, page.titre, page.gabarit, page.contenu, page.publiee ?? true],
  );
  return rows[0]?.id ?? null;
}

/** @returns false when the site has no such page. @throws what `isTaken` recognises */
export async function updatePage(
  db: Queryable,
  siteId: string,
  id: string,
  change: Change<Required<NewPage>>,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE pages SET slug = coalesce($3, slug), titre = coalesce($4, titre), gabarit = coalesce($5, gabarit),
       contenu = coalesce($6, contenu), publiee = coalesce($7, publiee), maj_le = ${laterThan('maj_le')}
     WHERE site_id = $1 AND id = $2`,
    [siteId, id, change.slug, change.titre, change.gabarit, change.contenu, change.publiee],
  );
  return rowCount === 1;
}

/** @returns false when the site has no such page */
export async function deletePage(db: Queryable, siteId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM pages WHERE site_id = $1 AND id = $2', [siteId, id]);
  return rowCount === 1;
}
