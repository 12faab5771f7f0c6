import type { MenuEntry } from '../../engine/index.ts';
import { laterThanBoth } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** Menus of a site by key. */
export type Menus = Readonly<Record<string, readonly MenuEntry[]>>;

/** @returns null when the site never had menus */
export async function findMenus(
  db: Queryable,
  siteId: string,
): Promise<{ readonly menus: Menus; readonly maj_le: string } | null> {
  const { rows } = await db.query<{ menus: Menus; maj_le: string }>(
    'SELECT menus, maj_le FROM menus WHERE site_id = $1',
    [siteId],
  );
  return rows[0] ?? null;
}

/** @returns the new `maj_le` */
export async function replaceMenus(db: Queryable, siteId: string, menus: Menus): Promise<string> {
  const { rows } = await db.query<{ maj_le: string }>(
    `INSERT INTO menus (site_id, menus) VALUES ($1, $2)
     ON CONFLICT (site_id) DO UPDATE SET menus = excluded.menus,
       maj_le = ${laterThanBoth('maj_le', 'menus')}
     RETURNING maj_le`,
    [siteId, JSON.stringify(menus)],
  );
  return String(rows[0]?.maj_le);
}
