import type { ClientBase } from 'pg';
import { FINGERPRINT } from './expressions.ts';
import type { Queryable } from './statement.ts';

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

export async function countFiles(db: Queryable, siteId: string, themeId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM fichiers WHERE site_id = $1 AND theme_id = $2',
    [siteId, themeId],
  );
  return rows[0]?.n ?? 0;
}

/** @param updatedAt the `maj_le` that the theme took in the same transaction */
export async function upsertFile(
  client: ClientBase,
  file: { siteId: string; themeId: string; path: string; content: string; updatedAt: string },
): Promise<void> {
  await client.query(
    `INSERT INTO fichiers (site_id, theme_id, chemin, contenu, maj_le) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (site_id, theme_id, chemin) DO UPDATE SET contenu = excluded.contenu, maj_le = excluded.maj_le`,
    [file.siteId, file.themeId, file.path, file.content, file.updatedAt],
  );
}

/** Stores the files of a theme that has none, one after the other: the largest theme at once would be 190 MB in one statement. */
export async function insertFiles(
  client: ClientBase,
  siteId: string,
  themeId: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await client.query({
      name: 'insert-file',
      text: 'INSERT INTO fichiers (site_id, theme_id, chemin, contenu) VALUES ($1, $2, $3, $4)',
      values: [siteId, themeId, path, content],
    });
  }
}

/** @returns false when there was no such file */
export async function deleteFile(client: ClientBase, siteId: string, themeId: string, path: string): Promise<boolean> {
  const { rowCount } = await client.query('DELETE FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND chemin = $3', [
    siteId,
    themeId,
    path,
  ]);
  return rowCount === 1;
}
