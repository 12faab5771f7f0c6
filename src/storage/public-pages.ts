import type { MenuEntry } from '../../engine/index.ts';
import { FINGERPRINT } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** What a visitor's address names, read with the public role. */
export interface Address {
  /** First label of the host when the host stands under the sites' domain, else the empty string. */
  readonly slug: string;
  /** The whole host, for custom domains. */
  readonly host: string;
  /** Slug of the page; empty for the home page, null when no page is asked for. */
  readonly page: string | null;
}

/** What stands at an address now: everything that decides whether what is resident is fresh. */
export interface AddressState {
  readonly site_id: string;
  readonly contenu_maj_le: string;
  /** Null when the site has no published theme. */
  readonly theme_id: string | null;
  readonly theme_maj_le: string | null;
  /** Null when the site has no such page. */
  readonly page: { readonly titre: string; readonly gabarit: string; readonly contenu: string } | null;
}

/**
 * Answers many addresses in one statement, hence from one snapshot; null where no site answers. What stands behind a
 * security barrier is asked for row by row: joined as a whole, it would be read as a whole.
 */
export async function probeAddresses(db: Queryable, addresses: readonly Address[]): Promise<(AddressState | null)[]> {
  const { rows } = await db.query<AddressState & { n: number }>({
    name: 'probe-addresses',
    text: `SELECT a.n::int AS n, s.id AS site_id, s.contenu_maj_le, t.id AS theme_id, t.maj_le AS theme_maj_le,
                  CASE WHEN p.slug IS NOT NULL
                       THEN json_build_object('titre', p.titre, 'gabarit', p.gabarit, 'contenu', p.contenu) END AS page
           FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS a (slug, host, page, n)
           CROSS JOIN LATERAL (SELECT id, contenu_maj_le FROM sites_publics
                               WHERE id = coalesce((SELECT named.id FROM sites_publics named WHERE named.slug = a.slug),
                                                   (SELECT d.site_id FROM domaines d WHERE d.hote = a.host)) LIMIT 1) s
           LEFT JOIN LATERAL (SELECT id, maj_le FROM themes_publies WHERE site_id = s.id LIMIT 1) t ON true
           LEFT JOIN LATERAL (SELECT slug, titre, gabarit, contenu FROM pages_publiques
                              WHERE site_id = s.id AND slug = a.page LIMIT 1) p ON true`,
    values: [addresses.map((a) => a.slug), addresses.map((a) => a.host), addresses.map((a) => a.page)],
  });
  const states: (AddressState | null)[] = addresses.map(() => null);
  for (const { n, ...state } of rows) states[n - 1] = state;
  return states;
}

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

export interface LoadedContent {
  readonly version: string;
  readonly values: {
    readonly site: { readonly nom: string; readonly slug: string };
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
  };
}

/** Takes what a site hands to all of its pages, with its version. @returns null when the site is gone. */
export async function loadContent(db: Queryable, siteId: string): Promise<LoadedContent | null> {
  const { rows } = await db.query(
    `SELECT s.nom, s.slug, s.contenu_maj_le, coalesce(m.menus, '{}') AS menus
     FROM sites_publics s LEFT JOIN menus m ON m.site_id = s.id WHERE s.id = $1`,
    [siteId],
  );
  const row = rows[0];
  if (!row) return null;
  return { version: row.contenu_maj_le, values: { site: { nom: row.nom, slug: row.slug }, menus: row.menus } };
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

/** An effective read with the public role, for the health probe `base`. */
export async function readAsPublic(db: Queryable): Promise<void> {
  await db.query('SELECT id FROM sites_publics LIMIT 1');
}
