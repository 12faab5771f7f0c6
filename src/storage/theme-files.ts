import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
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
  const { rows } = await db.query<ThemeFileSummary>(
    `SELECT chemin, octet_length(convert_to(contenu, 'UTF8')) AS octets,
            ${FINGERPRINT} AS empreinte, maj_le
     FROM fichiers WHERE site_id = $1 AND theme_id = $2 ORDER BY chemin COLLATE "C"`,
    [siteId, themeId],
  );
  return rows;
}

/** @param path compared exactly, never normalized */
export async function findFile(
  db: Queryable,
  siteId: string,
  themeId: string,
  path: string,
): Promise<ThemeFile | null> {
  const { rows } = await db.query<ThemeFile>(
    'SELECT chemin, contenu, maj_le FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = $3',
    [siteId, themeId, path],
  );
  return rows[0] ?? null;
}

/** Fingerprints of those of these files that exist, by path. */
export async function fingerprintsOf(
  client: ClientBase,
  siteId: string,
  themeId: string,
  paths: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ chemin: string; empreinte: string }>(
    `SELECT chemin, ${FINGERPRINT} AS empreinte
     FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])`,
    [siteId, themeId, [...paths]],
  );
  return new Map(rows.map(({ chemin, empreinte }) => [chemin, empreinte]));
}

export async function countFiles(db: Queryable, siteId: string, themeId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM fichiers WHERE site_id = $1 AND theme_id = $2',
    [siteId, themeId],
  );
  return rows[0]?.n ?? 0;
}

/** A theme whose row this transaction holds, with the `maj_le` that it took. */
export interface HeldTheme {
  readonly siteId: string;
  readonly id: string;
  readonly updatedAt: string;
}

/**
 * Writes files in the place of those that have their paths; all take the time of their theme.
 * @param files content by path
 * @param answerMs what `allowLongStatements` gave, for files that take long
 */
export async function upsertFiles(
  client: ClientBase,
  { siteId, id, updatedAt }: HeldTheme,
  files: ReadonlyMap<string, string>,
  answerMs?: number,
): Promise<void> {
  const statement: Statement = {
    text: `INSERT INTO fichiers (site_id, theme_id, chemin, contenu, maj_le)
           SELECT $1::uuid, $2::uuid, f.chemin, f.contenu, $5::timestamptz
           FROM unnest($3::text[], $4::text[]) AS f (chemin, contenu)
           ON CONFLICT (site_id, theme_id, chemin) DO UPDATE SET contenu = excluded.contenu, maj_le = excluded.maj_le`,
    values: [siteId, id, [...files.keys()], [...files.values()], updatedAt],
    ...(answerMs && { query_timeout: answerMs }),
  };
  await client.query(statement);
}

/** Copies all files of one theme into another one, inside the database; all take the time of their new theme. */
export async function copyFiles(client: ClientBase, fromId: string, to: HeldTheme): Promise<void> {
  const statement: Statement = {
    text: `INSERT INTO fichiers (site_id, theme_id, chemin, contenu, maj_le)
           SELECT site_id, $3::uuid, chemin, contenu, $4::timestamptz
           FROM fichiers WHERE site_id = $1 AND theme_id = $2`,
    values: [to.siteId, fromId, to.id, to.updatedAt],
    query_timeout: await allowLongStatements(client),
  };
  await client.query(statement);
}

/** @returns how many of these files there were */
export async function deleteFiles(
  client: ClientBase,
  siteId: string,
  themeId: string,
  paths: Iterable<string>,
): Promise<number> {
  const { rowCount } = await client.query(
    'DELETE FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = ANY ($3::text[])',
    [siteId, themeId, [...paths]],
  );
  return rowCount ?? 0;
}
