import type { ClientBase } from 'pg';
import type { Means } from '../contract/versions.ts';
import { FINGERPRINT } from './expressions.ts';
import type { Queryable } from './statement.ts';
import type { HeldTheme, ThemeFile, ThemeFileSummary } from './theme-files.ts';

/** Who makes a version, and by what. */
export interface Authorship {
  /** Address of the account, or name of the key; null for a version without an author. */
  readonly auteur: string | null;
  readonly moyen: Means;
}

interface ThemeVersion {
  readonly numero: number;
  readonly cree_le: string;
  readonly auteur: string | null;
  readonly moyen: Means;
  /** Files that it wrote or removed, in the order of code points. */
  readonly chemins: string[];
}

/**
 * Versions of a theme, the newest first.
 * @param before only those with a smaller number; null for all
 * @param atMost how many
 */
export async function listVersions(
  db: Queryable,
  siteId: string,
  themeId: string,
  { before, atMost }: { readonly before: number | null; readonly atMost: number },
): Promise<ThemeVersion[]> {
  const { rows } = await db.query<ThemeVersion>(
    `WITH choisies AS MATERIALIZED (
       SELECT numero, cree_le, auteur, moyen FROM versions
       WHERE site_id = $1 AND theme_id = $2 AND ($3::int IS NULL OR numero < $3) ORDER BY numero DESC LIMIT $4
     ), bornes AS (SELECT min(numero) AS premiere, max(numero) AS derniere FROM choisies
     ), touches AS (
       SELECT f.depuis AS numero, f.chemin FROM fichiers f, bornes b
       WHERE f.site_id = $1 AND f.theme_id = $2 AND f.depuis BETWEEN b.premiere AND b.derniere
       UNION SELECT n.numero, r.chemin FROM bornes b, fichiers_remplaces r, LATERAL (VALUES (r.depuis), (r.jusqua)) AS n (numero)
       WHERE r.site_id = $1 AND r.theme_id = $2 AND r.jusqua >= b.premiere AND n.numero BETWEEN b.premiere AND b.derniere
     )
     SELECT c.numero, c.cree_le, c.auteur, c.moyen,
            coalesce(array_agg(t.chemin ORDER BY t.chemin COLLATE "C") FILTER (WHERE t.chemin IS NOT NULL), '{}') AS chemins
     FROM choisies c LEFT JOIN touches t ON t.numero = c.numero
     GROUP BY c.numero, c.cree_le, c.auteur, c.moyen ORDER BY c.numero DESC`,
    [siteId, themeId, before, atMost],
  );
  return rows;
}

/** Whether a version is still kept. A yes after a read of the version shows that the read was complete. */
export async function hasVersion(db: Queryable, siteId: string, themeId: string, number: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'SELECT numero FROM versions WHERE site_id = $1 AND theme_id = $2 AND numero = $3',
    [siteId, themeId, number],
  );
  return rowCount === 1;
}

/** The files of a theme in the version `$3`: path, key of the text, time of the last write. */
const TREE_THEN = `
  SELECT chemin, texte, maj_le FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND depuis <= $3
  UNION ALL SELECT chemin, texte, maj_le FROM fichiers_remplaces
  WHERE site_id = $1 AND theme_id = $2 AND depuis <= $3 AND jusqua > $3`;

/** The tree of a version, sorted by path, in the order of code points. */
export async function listFilesThen(
  db: Queryable,
  siteId: string,
  themeId: string,
  number: number,
): Promise<ThemeFileSummary[]> {
  const { rows } = await db.query<ThemeFileSummary>(
    `SELECT f.chemin, octet_length(convert_to(contenu, 'UTF8')) AS octets, ${FINGERPRINT} AS empreinte, f.maj_le
     FROM (${TREE_THEN}) f JOIN textes t ON t.cle = f.texte ORDER BY f.chemin COLLATE "C"`,
    [siteId, themeId, number],
  );
  return rows;
}

/** A file as a version had it; its path is compared exactly, never normalized. */
export async function findFileThen(
  db: Queryable,
  siteId: string,
  themeId: string,
  { number, path }: { readonly number: number; readonly path: string },
): Promise<(ThemeFile & { readonly empreinte: string }) | null> {
  const { rows } = await db.query<ThemeFile & { empreinte: string }>(
    `SELECT f.chemin, contenu, ${FINGERPRINT} AS empreinte, f.maj_le
     FROM (${TREE_THEN}) f JOIN textes t ON t.cle = f.texte WHERE f.chemin = $4`,
    [siteId, themeId, number, path],
  );
  return rows[0] ?? null;
}

/** Whether a theme's files are those of one of its versions; under its lock. */
export async function isAsThen(client: ClientBase, siteId: string, themeId: string, number: number): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM (SELECT chemin, texte FROM fichiers WHERE site_id = $1 AND theme_id = $2) f
     FULL JOIN (${TREE_THEN}) c USING (chemin) WHERE f.texte IS DISTINCT FROM c.texte LIMIT 1`,
    [siteId, themeId, number],
  );
  return rowCount === 0;
}

/**
 * Gives a theme, as a new version, the files of one of its versions, or of a version of another theme of the site.
 * @param theme with the number of the new version
 * @param number the version to return to
 * @param source id of the theme whose version it is
 */
export async function restoreFiles(
  client: ClientBase,
  theme: HeldTheme,
  number: number,
  source = theme.id,
): Promise<void> {
  const { siteId, id } = theme;
  // First the files that differ are kept as history; then the version's files are written, and the other files are removed.
  await client.query(
    `INSERT INTO fichiers_remplaces (site_id, theme_id, chemin, depuis, jusqua, texte, maj_le)
     SELECT f.site_id, f.theme_id, f.chemin, f.depuis, $4, f.texte, f.maj_le
     FROM fichiers f LEFT JOIN (${TREE_THEN}) c ON c.chemin = f.chemin
     WHERE f.site_id = $1 AND f.theme_id = $5 AND f.texte IS DISTINCT FROM c.texte`,
    [siteId, source, number, theme.number, id],
  );
  await client.query(
    `DELETE FROM fichiers f WHERE site_id = $1 AND theme_id = $4
       AND NOT EXISTS (SELECT FROM (${TREE_THEN}) c WHERE c.chemin = f.chemin)`,
    [siteId, source, number, id],
  );
  await client.query(
    `INSERT INTO fichiers (site_id, theme_id, chemin, texte, depuis, maj_le)
     SELECT $1::uuid, $6::uuid, chemin, texte, $4, $5::timestamptz FROM (${TREE_THEN}) c
     ON CONFLICT (site_id, theme_id, chemin)
       DO UPDATE SET texte = excluded.texte, depuis = excluded.depuis, maj_le = excluded.maj_le
       WHERE fichiers.texte <> excluded.texte`,
    [siteId, source, number, theme.number, theme.updatedAt, id],
  );
}
