import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
import { laterThan } from './expressions.ts';
import type { Queryable, Statement } from './statement.ts';

export type ThemeRole = 'publie' | 'brouillon';

export interface Theme {
  readonly id: string;
  readonly nom: string;
  readonly version: string;
  readonly role: ThemeRole;
  readonly origine: string | null;
  /** ISO timestamp with microseconds, UTC. */
  readonly maj_le: string;
}

const COLUMNS = 'id, nom, version, role, origine, maj_le';

/** The published theme first, then drafts from the most recently modified. */
export async function listThemes(db: Queryable, siteId: string): Promise<Theme[]> {
  const { rows } = await db.query<Theme>(
    `SELECT ${COLUMNS} FROM themes WHERE site_id = $1 ORDER BY role = 'publie' DESC, maj_le DESC, id`,
    [siteId],
  );
  return rows;
}

export async function findTheme(db: Queryable, siteId: string, id: string): Promise<Theme | null> {
  const { rows } = await db.query<Theme>(`SELECT ${COLUMNS} FROM themes WHERE site_id = $1 AND id = $2`, [siteId, id]);
  return rows[0] ?? null;
}

/** Takes the theme row's lock for this transaction. @returns null when the site has no such theme. */
export async function lockTheme(client: ClientBase, siteId: string, id: string): Promise<Theme | null> {
  const { rows } = await client.query<Theme>(
    `SELECT ${COLUMNS} FROM themes WHERE site_id = $1 AND id = $2 FOR UPDATE`,
    [siteId, id],
  );
  return rows[0] ?? null;
}

export interface NewTheme {
  readonly siteId: string;
  readonly name: string;
  readonly version: string;
  readonly origin: string | null;
}

/** Stores a draft that has no files yet. @returns its id. */
export async function insertThemeRow(client: ClientBase, theme: NewTheme): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'INSERT INTO themes (site_id, nom, version, origine) VALUES ($1, $2, $3, $4) RETURNING id',
    [theme.siteId, theme.name, theme.version, theme.origin],
  );
  return String(rows[0]?.id);
}

/** Stores a draft and its files. @returns the id of the theme. */
export async function insertTheme(
  client: ClientBase,
  { files, ...theme }: NewTheme & { readonly files: Readonly<Record<string, string>> },
): Promise<string> {
  const id = await insertThemeRow(client, theme);
  const copy: Statement = {
    text: `INSERT INTO fichiers (site_id, theme_id, chemin, contenu)
           SELECT $1, $2, f.chemin, f.contenu FROM unnest($3::text[], $4::text[]) AS f (chemin, contenu)`,
    values: [theme.siteId, id, Object.keys(files), Object.values(files)],
    query_timeout: await allowLongStatements(client),
  };
  await client.query(copy);
  return id;
}

/** Gives the theme a new version time, under its lock. @returns the new `maj_le`. */
export async function touchTheme(client: ClientBase, siteId: string, id: string): Promise<string> {
  const { rows } = await client.query<{ maj_le: string }>(
    `UPDATE themes SET maj_le = ${laterThan('maj_le')} WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
    [siteId, id],
  );
  return String(rows[0]?.maj_le);
}

export async function renameTheme(db: Queryable, siteId: string, id: string, name: string): Promise<void> {
  await db.query('UPDATE themes SET nom = $3 WHERE site_id = $1 AND id = $2', [siteId, id, name]);
}

/**
 * Makes a theme the published one of its site; the one that was published becomes a draft. The locks of all themes of the
 * site are taken in the order of their ids, so that parallel publications wait for each other instead of failing.
 * @returns false when the site has no such theme
 */
export async function publishTheme(client: ClientBase, siteId: string, id: string): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM themes WHERE site_id = $1 ORDER BY id FOR UPDATE',
    [siteId],
  );
  if (!rows.some((row) => row.id === id)) return false;
  await client.query("UPDATE themes SET role = 'brouillon' WHERE site_id = $1 AND role = 'publie' AND id <> $2", [
    siteId,
    id,
  ]);
  await client.query(
    `UPDATE themes SET role = 'publie', issu_de = NULL, maj_le = ${laterThan('maj_le')} WHERE site_id = $1 AND id = $2`,
    [siteId, id],
  );
  return true;
}

/** Removes a theme with its files; a working draft that came from it is one no more. */
export async function deleteTheme(client: ClientBase, siteId: string, id: string): Promise<void> {
  await client.query('UPDATE themes SET issu_de = NULL WHERE site_id = $1 AND issu_de = $2', [siteId, id]);
  await client.query('DELETE FROM themes WHERE site_id = $1 AND id = $2', [siteId, id]);
}
