/** The trees of the catalog that themes were installed from: an upgrade merges with such a tree as the base. */
import type { ClientBase } from 'pg';
import { allowLongStatements } from './connection.ts';
import type { Queryable } from './statement.ts';
import { type HeldTheme, storeTexts } from './theme-files.ts';

/** A tree of the catalog to be kept. */
interface OriginalTree {
  /** Lowercase hexadecimal, as all keys here. */
  readonly key: string;
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** A theme whose row is locked by this transaction. */
type HeldRow = Pick<HeldTheme, 'siteId' | 'id'>;

/** Records the tree that a theme comes from, and stores the tree; under the theme's lock. */
export async function noteOriginal(client: ClientBase, { siteId, id }: HeldRow, tree: OriginalTree): Promise<void> {
  await storeOriginal(client, tree);
  await client.query("UPDATE themes SET original = decode($3, 'hex') WHERE site_id = $1 AND id = $2", [
    siteId,
    id,
    tree.key,
  ]);
}

/**
 * Records another tree as the origin of a theme.
 * @param theme with the number of the new version, which keeps the key of the former tree
 */
export async function changeOriginal(client: ClientBase, theme: HeldTheme, tree: OriginalTree): Promise<void> {
  await client.query(
    `UPDATE versions v SET original_avant = t.original FROM themes t
     WHERE t.site_id = $1 AND t.id = $2 AND v.site_id = t.site_id AND v.theme_id = t.id AND v.numero = $3`,
    [theme.siteId, theme.id, theme.number],
  );
  await noteOriginal(client, theme, tree);
}

/**
 * Gives a theme the tree from which one of its versions came.
 * @param theme with the number of the new version
 * @param number the version to return to
 */
export async function restoreOriginal(client: ClientBase, theme: HeldTheme, number: number): Promise<void> {
  await client.query(
    `WITH ancien AS (
       SELECT original_avant AS arbre FROM versions
       WHERE site_id = $1 AND theme_id = $2 AND numero > $4 AND original_avant IS NOT NULL ORDER BY numero LIMIT 1
     ), note AS (
       UPDATE versions v SET original_avant = t.original FROM themes t, ancien
       WHERE t.site_id = $1 AND t.id = $2 AND v.site_id = t.site_id AND v.theme_id = t.id AND v.numero = $3
     )
     UPDATE themes SET original = ancien.arbre FROM ancien WHERE site_id = $1 AND id = $2`,
    [theme.siteId, theme.id, theme.number, number],
  );
}

/** Stores a tree, once for all sites and themes. */
async function storeOriginal(client: ClientBase, { key, files }: OriginalTree): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM originaux WHERE arbre = decode($1, 'hex') LIMIT 1", [key]);
  if (rowCount === 1) return;
  const texts = await storeTexts(client, files, await allowLongStatements(client));
  await client.query(
    `INSERT INTO originaux (arbre, chemin, texte)
     SELECT decode($1, 'hex'), f.chemin, decode(f.cle, 'hex')
     FROM unnest($2::text[], $3::text[]) AS f (chemin, cle) ORDER BY f.chemin
     ON CONFLICT DO NOTHING`,
    [key, texts.map(({ chemin }) => chemin), texts.map(({ cle }) => cle)],
  );
}

/** Gives a copy the tree of its source. */
export async function copyOriginal(client: ClientBase, fromId: string, { siteId, id }: HeldRow): Promise<void> {
  await client.query(
    `UPDATE themes SET original = (SELECT original FROM themes WHERE site_id = $1 AND id = $2)
     WHERE site_id = $1 AND id = $3`,
    [siteId, fromId, id],
  );
}

/** The state of a theme at one moment. */
interface ThemeState {
  /** Its present version. */
  readonly numero: number;
  /** Key of the tree that the theme comes from; null when that is unknown. */
  readonly original: string | null;
}

/** @returns null when the site has no such theme */
export async function findThemeState(db: Queryable, siteId: string, themeId: string): Promise<ThemeState | null> {
  const { rows } = await db.query<ThemeState>(
    `SELECT numero, encode(original, 'hex') AS original FROM themes WHERE site_id = $1 AND id = $2`,
    [siteId, themeId],
  );
  return rows[0] ?? null;
}

/** The trees that the themes of a site come from, by the themes' ids; themes of an unknown tree are missing. */
export async function listOriginals(db: Queryable, siteId: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; original: string }>(
    `SELECT id, encode(original, 'hex') AS original FROM themes WHERE site_id = $1 AND original IS NOT NULL`,
    [siteId],
  );
  return new Map(rows.map(({ id, original }) => [id, original]));
}

interface KeyOfPath {
  readonly chemin: string;
  readonly cle: string;
}

const byPath = (rows: readonly KeyOfPath[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ chemin, cle }) => [chemin, cle]));

/** Keys of the texts of a tree, by path; empty for a tree that is not stored. */
export async function listOriginalTexts(db: Queryable, key: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<KeyOfPath>(
    "SELECT chemin, encode(texte, 'hex') AS cle FROM originaux WHERE arbre = decode($1, 'hex')",
    [key],
  );
  return byPath(rows);
}

/** Keys of the texts of a theme, by path. */
export async function listThemeTexts(
  db: Queryable,
  siteId: string,
  themeId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<KeyOfPath>(
    "SELECT chemin, encode(texte, 'hex') AS cle FROM fichiers WHERE site_id = $1 AND theme_id = $2",
    [siteId, themeId],
  );
  return byPath(rows);
}

/** A file of a tree of the catalog. */
export async function findOriginalFile(db: Queryable, key: string, path: string): Promise<string | null> {
  const { rows } = await db.query<{ contenu: string }>(
    `SELECT contenu FROM originaux JOIN textes ON cle = texte WHERE arbre = decode($1, 'hex') AND chemin = $2`,
    [key, path],
  );
  return rows[0]?.contenu ?? null;
}
