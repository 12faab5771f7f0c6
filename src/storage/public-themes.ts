import { inOrder, type Numbered } from './batch.ts';
import { FINGERPRINT, SVG_ELEMENT } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** A published theme as its pages need it. */
interface PublishedTheme {
  /** The version that the files belong to. */
  readonly version: string;
  /** A line for each file of its code, the path and the key of its text, in the order of code points of the paths. */
  readonly listing: string;
  /** Its other files that pages need, as JSON of text by path: values of settings, templates, and of pictures the element that gives their size. */
  readonly files: string;
}

/** Columns `listing` and `files` of a published theme, out of its files. */
const LISTING_AND_FILES = `
  coalesce(string_agg(chemin || ' ' || cle_de_code, E'\n' ORDER BY chemin COLLATE "C")
    FILTER (WHERE cle_de_code IS NOT NULL), '') AS listing,
  coalesce(json_object_agg(chemin, CASE WHEN chemin LIKE 'assets/%'
                                     THEN coalesce(${SVG_ELEMENT}, '')
                                     ELSE contenu END)
    FILTER (WHERE chemin = 'config/settings_data.json' OR chemin LIKE 'templates/%.json'
               OR chemin LIKE 'assets/%.svg')::text, '{}') AS files`;

/** Reads the theme's row and files in one snapshot, without the texts of its code. @returns null when the theme is not published */
export async function loadPublishedTheme(
  db: Queryable,
  siteId: string,
  themeId: string,
): Promise<PublishedTheme | null> {
  const { rows } = await db.query<PublishedTheme>({
    name: 'load-published-theme',
    text: `SELECT t.maj_le AS version, f.*
           FROM themes_publies t CROSS JOIN LATERAL (
             SELECT ${LISTING_AND_FILES} FROM fichiers_publies WHERE site_id = t.site_id AND theme_id = t.id) f
           WHERE t.site_id = $1 AND t.id = $2`,
    values: [siteId, themeId],
  });
  return rows[0] ?? null;
}

/** Reads the theme's row, files and the texts of its code in one snapshot. @returns null when the theme is not published */
export async function loadWholeTheme(
  db: Queryable,
  siteId: string,
  themeId: string,
): Promise<(PublishedTheme & { readonly code: readonly CodeText[] }) | null> {
  const { rows } = await db.query<PublishedTheme & { code: CodeText[] }>({
    name: 'load-whole-theme',
    text: `SELECT t.maj_le AS version, f.*
           FROM themes_publies t CROSS JOIN LATERAL (
             SELECT ${LISTING_AND_FILES},
                    coalesce(json_agg(json_build_object('path', chemin, 'key', cle_de_code, 'text', contenu))
                      FILTER (WHERE cle_de_code IS NOT NULL), '[]') AS code
             FROM fichiers_publies WHERE site_id = t.site_id AND theme_id = t.id) f
           WHERE t.site_id = $1 AND t.id = $2`,
    values: [siteId, themeId],
  });
  return rows[0] ?? null;
}

/** A file of a theme's code. */
export interface CodeText {
  readonly path: string;
  readonly key: string;
  readonly text: string;
}

/** The files of a published theme's code with these keys; files that were replaced meanwhile are missing. */
export async function loadCode(
  db: Queryable,
  siteId: string,
  themeId: string,
  keys: readonly string[],
): Promise<CodeText[]> {
  const { rows } = await db.query<CodeText>({
    name: 'load-code',
    text: `SELECT chemin AS path, cle_de_code AS key, contenu AS text
           FROM fichiers_publies WHERE site_id = $1 AND theme_id = $2 AND cle_de_code = ANY ($3::text[])`,
    values: [siteId, themeId, keys],
  });
  return rows;
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

/** A file of the `assets` folder of any theme of a site, drafts included: its address does not tell the role of the theme. */
export interface AssetAddress {
  readonly siteId: string;
  readonly themeId: string;
  readonly path: string;
}

/** The versions of many assets, in one statement; null where there is none. */
export async function probeAssets(db: Queryable, assets: readonly AssetAddress[]): Promise<(string | null)[]> {
  const { rows } = await db.query<Numbered<{ maj_le: string }>>({
    name: 'probe-assets',
    text: `SELECT a.n::int AS n, f.maj_le
           FROM unnest($1::uuid[], $2::uuid[], $3::text[]) WITH ORDINALITY AS a (site_id, theme_id, chemin, n)
           CROSS JOIN LATERAL (SELECT site_id, maj_le FROM actifs_publics
                               WHERE site_id = a.site_id AND theme_id = a.theme_id AND chemin = a.chemin GROUP BY site_id, maj_le) f
           WHERE f.site_id = ANY ($1::uuid[])`,
    values: [assets.map((a) => a.siteId), assets.map((a) => a.themeId), assets.map((a) => a.path)],
  });
  return inOrder(assets, rows).map((row) => row?.maj_le ?? null);
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
