import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
import { lockSite } from './content.ts';
import { laterThan } from './expressions.ts';
import type { Queryable } from './statement.ts';
import { findPublishedTheme, insertDraft, type NewDraft } from './theme-drafts.ts';
import { type HeldTheme, upsertFiles } from './theme-files.ts';
import type { Authorship } from './theme-versions.ts';

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

/** The columns of a `Theme`. */
export const COLUMNS = 'id, nom, version, role, origine, maj_le';

/** The published theme first, then drafts from the most recently modified. */
export async function listThemes(db: Queryable, siteId: string): Promise<Theme[]> {
  const { rows } = await db.query<Theme>(
    `SELECT ${COLUMNS} FROM themes WHERE site_id = $1 ORDER BY role = 'publie' DESC, maj_le DESC, id`,
    [siteId],
  );
  return rows;
}

export async function findTheme(db: Queryable, siteId: string, id: string): Promise<Theme | null> {
  const { rows } = await db.query<Theme>({
    name: 'find-theme',
    text: `SELECT ${COLUMNS} FROM themes WHERE site_id = $1 AND id = $2`,
    values: [siteId, id],
  });
  return rows[0] ?? null;
}

export interface LockedTheme extends Theme {
  /** Its present version. */
  readonly numero: number;
  /** The theme with which its line of descent begins. */
  readonly lignee: string;
}

/** Takes the theme row's lock for this transaction. @returns null when the site has no such theme. */
export async function lockTheme(client: ClientBase, siteId: string, id: string): Promise<LockedTheme | null> {
  const { rows } = await client.query<LockedTheme>({
    name: 'lock-theme',
    text: `SELECT ${COLUMNS}, numero, lignee FROM themes WHERE site_id = $1 AND id = $2 FOR UPDATE`,
    values: [siteId, id],
  });
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

/**
 * Begins a new version of a theme under its lock: it gets a later time, and the next number.
 * @param authorship who writes, and by what
 */
export async function beginVersion(
  client: ClientBase,
  siteId: string,
  id: string,
  { auteur, moyen }: Authorship,
): Promise<HeldTheme> {
  const { rows } = await client.query<{ maj_le: string; numero: number }>({
    name: 'begin-version',
    text: `WITH theme AS (
             UPDATE themes SET maj_le = ${laterThan('maj_le')}, numero = numero + 1 WHERE site_id = $1 AND id = $2
             RETURNING site_id, id, numero, maj_le
           ), version AS (
             INSERT INTO versions (site_id, theme_id, numero, cree_le, auteur, moyen)
             SELECT site_id, id, numero, maj_le, $3, $4 FROM theme
           )
           SELECT numero, maj_le FROM theme`,
    values: [siteId, id, auteur, moyen],
  });
  return { siteId, id, updatedAt: String(rows[0]?.maj_le), number: Number(rows[0]?.numero) };
}

/** @returns false when the site has no such theme */
export async function renameTheme(db: Queryable, siteId: string, id: string, name: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE themes SET nom = $3 WHERE site_id = $1 AND id = $2', [siteId, id, name]);
  return rowCount === 1;
}

/**
 * Makes a theme the published one of its site. The theme that was published becomes a draft, and a return publishes it again. A transaction that
 * locks several themes of a site takes the site's lock first, so that there is no deadlock.
 * @returns the theme as it was; null when the site has no such theme
 */
export async function publishTheme(client: ClientBase, siteId: string, id: string): Promise<LockedTheme | null> {
  await lockSite(client, siteId);
  const theme = await lockTheme(client, siteId, id);
  if (!theme) return null;
  const publishedId = await findPublishedTheme(client, siteId);
  const published = publishedId && publishedId !== id ? await lockTheme(client, siteId, publishedId) : null;
  if (published) {
    await client.query('UPDATE themes SET retire_numero = NULL WHERE site_id = $1 AND retire_numero IS NOT NULL', [
      siteId,
    ]);
    await client.query("UPDATE themes SET role = 'brouillon', retire_numero = numero WHERE site_id = $1 AND id = $2", [
      siteId,
      published.id,
    ]);
  }
  await client.query(
    `UPDATE themes SET role = 'publie', issu_de = NULL, retire_numero = NULL, publie_le = statement_timestamp(), maj_le = ${laterThan('maj_le')}
     WHERE site_id = $1 AND id = $2`,
    [siteId, id],
  );
  return theme;
}

/** Removes a theme with its files. A working draft that came from it stays the site's one working draft. */
export async function deleteTheme(client: ClientBase, siteId: string, id: string): Promise<void> {
  await client.query('DELETE FROM themes WHERE site_id = $1 AND id = $2', [siteId, id]);
}
