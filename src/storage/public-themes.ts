import { FINGERPRINT } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** A published theme with the version its files belong to. */
export interface PublishedTheme {
  readonly version: string;
  readonly files: Record<string, string>;
}

/** Takes the theme's row and files in one snapshot. @returns null when the theme is not published (any more). */
export async function loadPublishedTheme(
  db: Queryable,
  siteId: string,
  themeId: string,
): Promise<PublishedTheme | null> {
  const { rows } = await db.query<{ maj_le: string; chemin: string | null; contenu: string | null }>(
    `SELECT t.maj_le, f.chemin, f.contenu
     FROM themes_publies t LEFT JOIN fichiers_publies f ON f.site_id = t.site_id AND f.theme_id = t.id
     WHERE t.site_id = $1 AND t.id = $2`,
    [siteId, themeId],
  );
  const first = rows[0];
  if (!first) return null;
  const files: Record<string, string> = {};
  for (const { chemin, contenu } of rows) if (chemin !== null && contenu !== null) files[chemin] = contenu;
  return { version: first.maj_le, files };
}

/** Whether the published theme of a site has the file that is its outer HTML. */
export async function hasLayout(db: Queryable, siteId: string, themeId: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-layout',
    text: `SELECT chemin FROM fichiers_publies
           WHERE site_id = $1 AND theme_id = $2 AND chemin = 'layout/theme.liquid'`,
    values: [siteId, themeId],
  });
  return rowCount === 1;
}

/** A file of the `assets` folder of any theme of a site, drafts included: its address has no role in it. */
export interface AssetAddress {
  readonly siteId: string;
  readonly themeId: string;
  readonly path: string;
}

/** The versions of many assets, in one statement; null where there is none. */
export async function probeAssets(db: Queryable, assets: readonly AssetAddress[]): Promise<(string | null)[]> {
  const { rows } = await db.query<{ n: number; maj_le: string | null }>({
    name: 'probe-assets',
    text: `SELECT a.n::int AS n, (
             SELECT maj_le FROM actifs_publics
             WHERE site_id = a.site_id AND theme_id = a.theme_id AND chemin = a.chemin) AS maj_le
           FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS a (site_id, theme_id, chemin, n)`,
    values: [assets.map((a) => a.siteId), assets.map((a) => a.themeId), assets.map((a) => a.path)],
  });
  const versions: (string | null)[] = assets.map(() => null);
  for (const { n, maj_le } of rows) versions[n - 1] = maj_le;
  return versions;
}

export interface Asset {
  readonly contenu: string;
  readonly empreinte: string;
}

export async function findAsset(db: Queryable, { siteId, themeId, path }: AssetAddress): Promise<Asset | null> {
  const { rows } = await db.query<Asset>({
    name: 'find-asset',
    text: `SELECT contenu, ${FINGERPRINT} AS empreinte
           FROM actifs_publics WHERE site_id = $1 AND theme_id = $2 AND chemin = $3`,
    values: [siteId, themeId, path],
  });
  return rows[0] ?? null;
}
