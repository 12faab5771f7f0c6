/**
 * Moves the texts of themes out of their files into a table of their own, beside a running service (migration 006). It can be interrupted at
 * any moment: what is left to do is read from the database. When a later release needs no database of before, all of this file goes.
 */
import { readFile } from 'node:fs/promises';
import type { ClientBase } from 'pg';
import { allowLongStatements, endLongStatements, PROGRAM_NAME } from './connection.ts';
import { isPooled } from './open-client.ts';
import type { Statement } from './statement.ts';
import { transaction } from './transaction.ts';

/** What there was left to do, and was done now. */
export type ConversionStep =
  /** A theme's texts, or a batch of old copies of them, were moved. */
  | 'moved'
  /** Programs of before still run on this database: they need the old copies. */
  | 'waits'
  /** None of them is connected; one that nobody has used for ten seconds is not either. */
  | 'quiet'
  | 'done';

/** Texts that one statement moves, bytes, and old copies that one removes, so that nobody waits for it. */
const BYTES_AT_ONCE = 8 * 1_048_576;
const COPIES_AT_ONCE = 200;

const ONE_FORM = new URL('conversion/one-form.sql', import.meta.url);
const COLUMNS_GONE = new URL('conversion/columns-gone.sql', import.meta.url);

/** Each of these reads a whole table, and keeps nobody from writing it. */
const LAST_LOOKS = [
  'ALTER TABLE fichiers VALIDATE CONSTRAINT fichiers_texte_fkey',
  'ALTER TABLE fichiers VALIDATE CONSTRAINT fichiers_ont_leur_texte',
  'ALTER TABLE themes VALIDATE CONSTRAINT themes_ont_une_version',
];
const INDEX = 'CREATE INDEX CONCURRENTLY fichiers_par_texte ON fichiers (texte)';
/** How long one of them may take, milliseconds. */
const LONG_MS = 12 * 60 * 60 * 1_000;

/** How long a step waits for a lock that others wait behind. */
const SHORT_LOCK = "SET LOCAL lock_timeout = '400ms'";

/**
 * Moves the texts of one theme, under its row's lock: it gets its first version.
 * @returns the number of that version
 */
export async function convertTheme(client: ClientBase, siteId: string, themeId: string): Promise<number> {
  // A theme of the largest size takes some seconds, unless the steps have moved it before.
  await moveTexts(client, siteId, themeId, null, await allowLongStatements(client));
  await endLongStatements(client);
  await client.query(
    `WITH theme AS (
       UPDATE themes SET numero = 1 WHERE site_id = $1 AND id = $2 RETURNING site_id, id, maj_le
     )
     INSERT INTO versions (site_id, theme_id, numero, cree_le, auteur, moyen)
     SELECT site_id, id, 1, maj_le, NULL, 'migration' FROM theme`,
    [siteId, themeId],
  );
  return 1;
}

/**
 * @param bytes about how many at a time; null for all
 * @param answerMs what `allowLongStatements` gave, for themes that take long
 */
async function moveTexts(
  client: ClientBase,
  siteId: string,
  themeId: string,
  bytes: number | null,
  answerMs?: number,
): Promise<void> {
  const statement: Statement = {
    text: `WITH restants AS (
       SELECT chemin, contenu, sum(octet_length(contenu)) OVER (ORDER BY chemin) - octet_length(contenu) AS avant
       FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND texte IS NULL
     ), choisis AS MATERIALIZED (
       SELECT chemin, contenu, vitrine_cle_de_texte(chemin, contenu) AS cle
       FROM restants WHERE $3::bigint IS NULL OR avant < $3
     ), nouveaux AS (
       INSERT INTO textes (cle, contenu)
       SELECT DISTINCT ON (cle) cle, contenu FROM choisis
       WHERE NOT EXISTS (SELECT FROM textes t WHERE t.cle = choisis.cle) ORDER BY cle
       ON CONFLICT DO NOTHING
     )
     UPDATE fichiers f SET texte = c.cle FROM choisis c
     WHERE f.site_id = $1 AND f.theme_id = $2 AND f.chemin = c.chemin AND f.texte IS NULL`,
    values: [siteId, themeId, bytes],
    ...(answerMs && { query_timeout: answerMs }),
  };
  await client.query(statement);
}

/** Whether files still have columns of before. */
export async function hasOldColumns(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'fichiers'::regclass AND attname = 'contenu' AND NOT attisdropped`,
  );
  return rowCount === 1;
}

/** Whether the index by text is whole: one whose making was interrupted is there, and not valid. */
async function hasIndex(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('fichiers_par_texte') AND indisvalid`,
  );
  return rowCount === 1;
}

/** Whether what is written is still kept in both forms. */
async function hasBothForms(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_trigger WHERE tgrelid = 'fichiers'::regclass AND tgname = 'fichiers_deux_formes'`,
  );
  return rowCount === 1;
}

/** Brings a database without themes into its last form, in the transaction of its migration. */
export async function convertEmpty(client: ClientBase): Promise<void> {
  if (!(await hasOldColumns(client)) || !(await hasBothForms(client))) return;
  const { rowCount } = await client.query('SELECT FROM themes LIMIT 1');
  if (rowCount === 1) return;
  await client.query(await readFile(ONE_FORM, 'utf8'));
  for (const text of LAST_LOOKS) await client.query(text);
  await client.query(INDEX.replace('CONCURRENTLY ', ''));
  await client.query(await readFile(COLUMNS_GONE, 'utf8'));
}

/**
 * Takes the next step. Steps of several instances exclude each other.
 * @param client works with all rights of the address
 * @param isAlone whether it has been quiet for so long that no program of before runs any more
 */
export async function convertNext(client: ClientBase, isAlone: boolean): Promise<ConversionStep> {
  if (!(await hasOldColumns(client))) {
    if (await hasIndex(client)) return 'done';
    await makeIndex(client);
    return 'moved';
  }
  if (await hasBothForms(client)) return convertNextTheme(client, isAlone);
  if (await removeCopies(client)) return 'moved';
  return finish(client);
}

async function convertNextTheme(client: ClientBase, isAlone: boolean): Promise<ConversionStep> {
  const { rows } = await client.query<{ site_id: string; id: string }>(
    'SELECT site_id, id FROM themes WHERE numero = 0 LIMIT 1',
  );
  const [theme] = rows;
  if (!theme) {
    if (await hasOlderPrograms(client)) return 'waits';
    return isAlone ? takeOneForm(client) : 'quiet';
  }
  await transaction(client, () => convertSome(client, theme.site_id, theme.id));
  return 'moved';
}

/** Moves some of a theme's texts, and numbers it when none is left; whoever writes it waits for no more than that. */
async function convertSome(client: ClientBase, siteId: string, themeId: string): Promise<void> {
  const theme = [siteId, themeId];
  const locked = await client.query(
    'SELECT FROM themes WHERE site_id = $1 AND id = $2 AND numero = 0 FOR UPDATE',
    theme,
  );
  if (locked.rowCount === 0) return;
  await moveTexts(client, siteId, themeId, BYTES_AT_ONCE);
  const left = await client.query(
    'SELECT FROM fichiers WHERE site_id = $1 AND theme_id = $2 AND texte IS NULL LIMIT 1',
    theme,
  );
  if (left.rowCount === 0) await convertTheme(client, siteId, themeId);
}

/** Programs of before give their connections the name `vitrine`; they do not start on a migrated database, but may still run. */
async function hasOlderPrograms(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'vitrine%' AND application_name <> $1 LIMIT 1`,
    [PROGRAM_NAME],
  );
  return rowCount === 1;
}

async function takeOneForm(client: ClientBase): Promise<ConversionStep> {
  const statements = await readFile(ONE_FORM, 'utf8');
  await transaction(client, async () => {
    await client.query(SHORT_LOCK);
    if (!(await hasBothForms(client))) return;
    // It locks what is read in the order in which readers do: views, then their tables.
    await client.query(statements);
    const { rowCount } = await client.query('SELECT FROM themes WHERE numero = 0 LIMIT 1');
    if (rowCount === 1) throw new Error('a program of before has just made a theme');
  });
  return 'moved';
}

/** @returns whether there were any */
async function removeCopies(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE fichiers SET contenu = NULL WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM fichiers WHERE contenu IS NOT NULL LIMIT ${COPIES_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
  );
  return (rowCount ?? 0) > 0;
}

async function finish(client: ClientBase): Promise<ConversionStep> {
  for (const text of LAST_LOOKS) await runLong(client, text);
  if (!(await hasIndex(client))) await makeIndex(client);
  const statements = await readFile(COLUMNS_GONE, 'utf8');
  await transaction(client, async () => {
    await client.query(SHORT_LOCK);
    await client.query(statements);
  });
  return 'moved';
}

async function makeIndex(client: ClientBase): Promise<void> {
  await transaction(client, async () => {
    // Another instance that makes it keeps its lock meanwhile.
    await client.query(SHORT_LOCK);
    await client.query('DROP INDEX IF EXISTS fichiers_par_texte');
  });
  await runLong(client, INDEX);
}

async function runLong(client: ClientBase, text: string): Promise<void> {
  const statement: Statement = { text, query_timeout: LONG_MS, isAlone: true };
  // A pooler runs it without the program's deadline, and a setting would stay with a connection that others get.
  const isDirect = !isPooled(client);
  if (isDirect) await client.query('SET statement_timeout = 0');
  await client.query(statement);
  if (isDirect) await client.query('SET statement_timeout TO DEFAULT');
}
