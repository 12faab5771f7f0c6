import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
import { lockSite } from './content.ts';
import { laterThan } from './expressions.ts';
import type { Queryable } from './statement.ts';
import { insertDraft, type NewDraft } from './theme-drafts.ts';
import { upsertFiles } from './theme-files.ts';

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

/** Stores a draft and its files. @returns the id of the theme. */
export async function insertTheme(
  client: ClientBase,
  { files, ...draft }: NewDraft & { readonly files: Readonly<Record<string, string>> },
): Promise<string> {
  const theme = await insertDraft(client, draft);
  await upsertFiles(client, theme, new Map(Object.entries(files)), await allowLongStatements(client));
  return theme.id;
}

/** Gives the theme a new version time, under its lock. @returns the new `maj_le`. */
export async function touchTheme(client: ClientBase, siteId: string, id: string): Promise<string> {
  const { rows } = await client.query<{ maj_le: string }>(
    `UPDATE themes SET maj_le = ${laterThan('maj_le')} WHERE site_id = $1 AND id = $2 RETURNING maj_le`,
    [siteId, id],
  );
  return String(rows[0]?.maj_le);
}

/** @returns false when the site has no such theme */
export async function renameTheme(db: Queryable, siteId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE themes SET nom = $3 WHERE site_id = $1 AND id = $2', [siteId, id, name]);
  return rowCount === 1;
}

/**
 * Makes a theme the published one of its site; the one that was published becomes a draft. A transaction that locks more than one
 * theme of a site takes the site's lock first, so that there is no deadlock.
 * @returns false when the site has no such theme
 */
export async function publishTheme(client: ClientBase, siteId: string, id: string): Promise<boolean> {
  await lockSite(client, siteId);
  if (!(await lockTheme(client, siteId, id))) return false;
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

/** Removes a theme with its files. A working draft that came from it stays the site's one working draft. */
export async function deleteTheme(client: ClientBase, siteId: string, id: string): Promise<void> {
  await client.query('DELETE FROM themes WHERE site_id = $1 AND id = $2', [siteId, id]);
}
