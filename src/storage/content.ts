import type { MenuEntry } from '../../engine/index.ts';
import { laterThan } from './expressions.ts';
import type { Queryable } from './statement.ts';

export interface NewPage {
  readonly slug: string;
  readonly titre: string;
  readonly gabarit: string;
  readonly contenu: string;
}

/** The page that every published site has. */
export const HOME_PAGE: NewPage = { slug: '', titre: 'Accueil', gabarit: 'index', contenu: '' };

/** Adds a page unless its address is taken. @returns false when it was. */
export async function insertPage(db: Queryable, siteId: string, page: NewPage): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO pages (site_id, slug, titre, gabarit, contenu) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (site_id, slug) DO NOTHING`,
    [siteId, page.slug, page.titre, page.gabarit, page.contenu],
  );
  return rowCount === 1;
}

export async function replaceMenus(
  db: Queryable,
  siteId: string,
  menus: Readonly<Record<string, readonly MenuEntry[]>>,
): Promise<void> {
  await db.query(
    `INSERT INTO menus (site_id, menus) VALUES ($1, $2)
     ON CONFLICT (site_id) DO UPDATE SET menus = excluded.menus,
       maj_le = ${laterThan('menus.maj_le')}`,
    [siteId, JSON.stringify(menus)],
  );
}

/** Gives the site's content a new version; every change of pages or menus does so in its transaction. */
export async function touchContent(db: Queryable, siteId: string): Promise<void> {
  await db.query(
    `UPDATE sites SET contenu_maj_le = ${laterThan('contenu_maj_le')}
     WHERE id = $1`,
    [siteId],
  );
}
