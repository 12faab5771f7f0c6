/** What is deleted with a site, and with an account, and the locks under which that is decided. */
import type { ClientBase } from 'pg';
import { sweepAttempts } from './attempts.ts';
import type { Queryable, Statement } from './statement.ts';

/** How long one statement may take, milliseconds: a site may have many versions of many themes. */
const LONG_MS = 60 * 60 * 1_000;

/** Lets this transaction last as long as it takes, with pauses while an archive is written. */
export async function allowLongTransaction(client: ClientBase): Promise<void> {
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  // Of Citus: what is on every node and what is in shards is changed in one transaction.
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
}

/** Keeps these sites as they are for this transaction, with their members and all that refers to them. @returns those that are there */
export async function holdSites(client: ClientBase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    long('SELECT id FROM sites WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [ids]),
  );
  return rows.map(({ id }) => id);
}

/** Keeps the themes of a held site as they are, with their files. */
export async function holdThemes(client: ClientBase, siteId: string): Promise<void> {
  await client.query(long('SELECT id FROM themes WHERE site_id = $1 ORDER BY id FOR UPDATE', [siteId]));
}

/** Keeps these accounts for this transaction: no session, key or membership of them comes. @returns those that are there */
export async function holdAccounts(client: ClientBase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    long('SELECT id FROM comptes WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [ids]),
  );
  return rows.map(({ id }) => id);
}

/** Keys of all texts that a site has in files and versions, hexadecimal: other sites may have them too. */
export async function listTextsOfSite(db: Queryable, siteId: string): Promise<string[]> {
  const { rows } = await db.query<{ cle: string }>(
    long(
      `SELECT encode(texte, 'hex') AS cle FROM fichiers WHERE site_id = $1 AND texte IS NOT NULL
       UNION SELECT encode(texte, 'hex') FROM fichiers_remplaces WHERE site_id = $1`,
      [siteId],
    ),
  );
  return rows.map(({ cle }) => cle);
}

/** Deletes a held site from every table. What its name has in `tentatives` with visitors' addresses ends by itself within the hour. */
export async function deleteSiteRows(client: ClientBase, siteId: string): Promise<void> {
  // One by one and not by the foreign keys: Citus follows those from every node to every shard.
  for (const text of [
    'DELETE FROM usages WHERE site_id = $1',
    'DELETE FROM echecs WHERE site_id = $1',
    'DELETE FROM quarantaines WHERE site_id = $1',
    'DELETE FROM demandes WHERE site_id = $1',
    'DELETE FROM articles WHERE site_id = $1',
    'DELETE FROM blogs WHERE site_id = $1',
    'DELETE FROM pages WHERE site_id = $1',
    'DELETE FROM menus WHERE site_id = $1',
    'DELETE FROM parametres WHERE site_id = $1',
    'DELETE FROM fichiers_remplaces WHERE site_id = $1',
    'DELETE FROM versions WHERE site_id = $1',
    'DELETE FROM fichiers WHERE site_id = $1',
    'DELETE FROM themes WHERE site_id = $1',
    'DELETE FROM domaines WHERE site_id = $1',
    'DELETE FROM membres WHERE site_id = $1',
    'DELETE FROM sites WHERE id = $1',
  ]) {
    await client.query(long(text, [siteId]));
  }
  await client.query(
    "DELETE FROM tentatives WHERE genre = 'code' AND empreinte = encode(sha256(convert_to($1, 'UTF8')), 'hex')",
    [siteId],
  );
  await sweepAttempts(client);
}

/** Deletes a held account from every table. Versions of sites that stay do not name it, nor its keys without a name, any more. */
export async function deleteAccountRows(
  client: ClientBase,
  { id, email }: { id: string; email: string },
): Promise<void> {
  const { rows } = await client.query<{ prefixe: string }>('SELECT prefixe FROM cles WHERE compte_id = $1', [id]);
  const names = [email, ...rows.map(({ prefixe }) => prefixe)];
  await client.query(long('UPDATE versions SET auteur = NULL WHERE auteur = ANY ($1::text[])', [names]));
  for (const text of [
    'DELETE FROM membres WHERE compte_id = $1',
    'DELETE FROM sessions WHERE compte_id = $1',
    'DELETE FROM cles WHERE compte_id = $1',
    'DELETE FROM comptes WHERE id = $1',
  ]) {
    await client.query(long(text, [id]));
  }
  await client.query(
    `DELETE FROM tentatives WHERE genre = 'compte' AND empreinte IN (
       encode(sha256(convert_to($1, 'UTF8')), 'hex'),
       encode(sha256(convert_to('tour ' || encode(sha256(convert_to($1, 'UTF8')), 'hex'), 'UTF8')), 'hex'))`,
    [email],
  );
  await sweepAttempts(client);
}

const long = (text: string, values: unknown[]): Statement => ({ text, values, query_timeout: LONG_MS });
