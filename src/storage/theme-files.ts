import type { ClientBase } from 'pg';
import { FINGERPRINT } from './expressions.ts';
import type { Queryable, Statement } from './statement.ts';

/** A file of a theme as a tree lists it. */
export interface ThemeFileSummary {
  readonly chemin: string;
  /** Size of the content, UTF-8 bytes. */
  readonly octets: number;
  /** Lowercase hexadecimal SHA-256 of the UTF-8 content. */
  readonly empreinte: string;
  readonly maj_le: string;
}

export interface ThemeFile {
  readonly chemin: string;
  readonly contenu: string;
  readonly maj_le: string;
}

/** Sorted by path, in the order of code points. */
export async function listFiles(db: Queryable, siteId: string, themeId: string): Promise<ThemeFileSummary[]> {
  const { rows } = await db.query<ThemeFileSummary>({
    name: 'list-files',
    text: `SELECT chemin, octet_length(convert_to(contenu, 'UTF8')) AS octets,
                  ${FINGERPRINT} AS empreinte, maj_le
           FROM fichiers_complets WHERE site_id = $1 AND theme_id = $2 ORDER BY chemin COLLATE "C"`,
    values: [siteId, themeId],
  });
  return rows;
}

/** Paths of the files of one folder, sorted; no content is read. @param folder with the slash at its end */
export async function listPaths(db: Queryable, siteId: string, themeId: string, folder: string): Promise<string[]> {
  const { rows } = await db.query<Pick<ThemeFile, 'chemin'>>({
    name: 'list-paths',
    text: `SELECT chemin FROM fichiers_complets
           WHERE site_id = $1 AND theme_id = $2 AND starts_with(chemin, $3) ORDER BY chemin COLLATE "C"`,
    values: [siteId, themeId, folder],
  });
  return rows.map(({ chemin }) => chemin);
}

/** @param path compared exactly, never normalized */
export async function findFile(
  db: Queryable,
  siteId: string,
  themeId: string,
  path: string,
): Promise<ThemeFile | null> {
  const { rows } = await db.query<ThemeFile>({
    name: 'find-file',
    text: 'SELECT chemin, contenu, maj_le FROM fichiers_complets WHERE site_id = $1 AND theme_id = $2 AND chemin = $3',
    values: [siteId, themeId, path],
  });
  return rows[0] ?? null;
}

/** Fingerprints of the existing files among these paths, by path. */
export async function fingerprintsOf(
  client: ClientBase,
  siteId: string,
  themeId: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ chemin: string; empreinte: string }>({
    name: 'fingerprints-of-files',
    text: `SELECT chemin, ${FINGERPRINT} AS empreinte
           FROM fichiers_complets WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])`,
    values: [siteId, themeId, [...paths]],
  });
  return new Map(rows.map(({ chemin, empreinte }) => [chemin, empreinte]));
}

export async function countFiles(db: Queryable, siteId: string, themeId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM fichiers WHERE site_id = $1 AND theme_id = $2',
    [siteId, themeId],
  );
  return rows[0]?.n ?? 0;
}

/** A theme whose row is locked by this transaction, with its new version. */
export interface HeldTheme {
  readonly siteId: string;
  readonly id: string;
  /** The theme's new `maj_le`. */
  readonly updatedAt: string;
  /** Number of the version. */
  readonly number: number;
}

/**
 * Writes files, and replaces those with the same paths; all get the time and the version of their theme.
 * @param files content by path
 * @param answerMs the deadline from `allowLongStatements`, for long files
 */
export async function upsertFiles(
  client: ClientBase,
  theme: HeldTheme,
  files: ReadonlyMap<string, string>,
  answerMs?: number,
): Promise<void> {
  if (files.size > 0) await placeTexts(client, theme, await storeTexts(client, files, answerMs));
}

/** A stored text, and the path of the file that gets it. */
interface PlacedText {
  readonly chemin: string;
  /** Lowercase hexadecimal. */
  readonly cle: string;
}

/**
 * Stores the texts that are not stored yet, in the order of their keys: transactions with equal texts wait for each other, and do not end in a
 * deadlock.
 */
export async function storeTexts(
  client: ClientBase,
  files: ReadonlyMap<string, string>,
  answerMs?: number,
): Promise<PlacedText[]> {
  const statement: Statement = {
    name: 'store-texts',
    text: `WITH recus AS MATERIALIZED (
             SELECT f.chemin, f.contenu, vitrine_cle_de_texte(f.chemin, f.contenu) AS cle
             FROM unnest($1::text[], $2::text[]) AS f (chemin, contenu)
           ), nouveaux AS (
             INSERT INTO textes (cle, contenu)
             SELECT DISTINCT ON (cle) cle, contenu FROM recus
             WHERE NOT EXISTS (SELECT FROM textes t WHERE t.cle = recus.cle) ORDER BY cle
             ON CONFLICT DO NOTHING
           )
           SELECT chemin, encode(cle, 'hex') AS cle FROM recus`,
    values: [[...files.keys()], [...files.values()]],
    ...(answerMs && { query_timeout: answerMs }),
  };
  return (await client.query<PlacedText>(statement)).rows;
}

/** Gives files their texts; their former texts stay for the earlier versions. */
async function placeTexts(
  client: ClientBase,
  { siteId, id, updatedAt, number }: HeldTheme,
  texts: readonly PlacedText[],
): Promise<void> {
  await client.query({
    name: 'place-texts',
    text: `WITH remplaces AS (
             INSERT INTO fichiers_remplaces (site_id, theme_id, chemin, depuis, jusqua, texte, maj_le)
             SELECT site_id, theme_id, chemin, depuis, $6, texte, maj_le
             FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])
           )
           INSERT INTO fichiers (site_id, theme_id, chemin, texte, depuis, maj_le)
           SELECT $1::uuid, $2::uuid, f.chemin, decode(f.cle, 'hex'), $6, $5::timestamptz
           FROM unnest($3::text[], $4::text[]) AS f (chemin, cle)
           ON CONFLICT (site_id, theme_id, chemin)
             DO UPDATE SET texte = excluded.texte, depuis = excluded.depuis, maj_le = excluded.maj_le`,
    values: [siteId, id, texts.map(({ chemin }) => chemin), texts.map(({ cle }) => cle), updatedAt, number],
  });
}

/** Copies all files of one theme into a new one, inside the database; all get the time of the new theme. */
export async function copyFiles(client: ClientBase, fromId: string, to: HeldTheme): Promise<void> {
  await client.query(
    `INSERT INTO fichiers (site_id, theme_id, chemin, texte, depuis, maj_le)
     SELECT site_id, $3::uuid, chemin, texte, $5, $4::timestamptz
     FROM fichiers WHERE site_id = $1 AND theme_id = $2`,
    [to.siteId, fromId, to.id, to.updatedAt, to.number],
  );
}

/** Removes files; their texts stay for the earlier versions. */
export async function deleteFiles(
  client: ClientBase,
  { siteId, id, number }: HeldTheme,
  paths: Iterable<string>,
): Promise<void> {
  await client.query(
    `WITH retires AS (
       DELETE FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])
       RETURNING site_id, theme_id, chemin, depuis, texte, maj_le
     )
     INSERT INTO fichiers_remplaces (site_id, theme_id, chemin, depuis, jusqua, texte, maj_le)
     SELECT site_id, theme_id, chemin, depuis, $4, texte, maj_le FROM retires`,
    [siteId, id, [...paths], number],
  );
}
