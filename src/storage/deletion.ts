/** Deletes sites and accounts with all their rows, under locks. */
import type { ClientBase } from 'pg';
import { GOES_WITH_ACCOUNT } from './account-ends.ts';
import { sweepAttempts } from './attempts.ts';
import { makeGrantsNameless } from './grants.ts';
import { deleteFactors } from './second-factors.ts';
import type { Queryable, Statement } from './statement.ts';
import { allowAllNodes } from './transaction.ts';

/** How long one statement may take, milliseconds: a site may have many versions of many themes. */
const LONG_MS = 60 * 60 * 1_000;

/** Lets this transaction run for as long as the deletion needs, with pauses while an archive is written. */
export async function allowLongTransaction(client: ClientBase): Promise<void> {
  await client.query('SET LOCAL statement_timeout = 0');
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  await allowAllNodes(client);
}

/** Locks these sites for this transaction, with their members and all rows that refer to them. @returns the sites that exist */
export async function holdSites(client: ClientBase, ids: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    long('SELECT id FROM sites WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE', [ids]),
  );
  return rows.map(({ id }) => id);
}

/** Whether an owner has deleted a site, and its day has come. A site that waits because of an account goes with that. */
const IS_DUE = `efface_le <= statement_timestamp() AND NOT ${GOES_WITH_ACCOUNT}`;

/** A site whose owner has deleted it, once its day has come, after the last one of these in the order of ids; null when there is none. */
export async function findDueSite(db: Queryable, after: string | null): Promise<{ id: string; slug: string } | null> {
  const { rows } = await db.query<{ id: string; slug: string }>(
    `SELECT id, slug FROM sites WHERE ${IS_DUE} AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT 1`,
    [after],
  );
  return rows[0] ?? null;
}

/** Locks such a site as `holdSites` does. @returns false when it is gone, or kept meanwhile */
export async function holdDueSite(client: ClientBase, id: string): Promise<boolean> {
  const { rowCount } = await client.query(long(`SELECT id FROM sites WHERE id = $1 AND ${IS_DUE} FOR UPDATE`, [id]));
  return rowCount === 1;
}

/** Locks the themes of a locked site, with their files. */
export async function holdThemes(client: ClientBase, siteId: string): Promise<void> {
  await client.query(long('SELECT id FROM themes WHERE site_id = $1 ORDER BY id FOR UPDATE', [siteId]));
}

/** Locks these accounts for this transaction: they get no session, key or membership. @returns the accounts that exist */
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

/** Deletes a locked site from every table. Rows of `tentatives` with visitors' addresses expire within the hour. */
export async function deleteSiteRows(client: ClientBase, siteId: string): Promise<void> {
  // One by one and not by the foreign keys: Citus follows those from every node to every shard.
  for (const text of [
    'DELETE FROM usages WHERE site_id = $1',
    'DELETE FROM echecs WHERE site_id = $1',
    'DELETE FROM quarantaines WHERE site_id = $1',
    'DELETE FROM demandes WHERE site_id = $1',
    'DELETE FROM journal WHERE site_id = $1',
    'DELETE FROM redirections WHERE site_id = $1',
    'DELETE FROM variantes WHERE site_id = $1',
    'DELETE FROM medias WHERE site_id = $1',
    'DELETE FROM versions_de_contenus WHERE site_id = $1',
    'DELETE FROM contenus_supprimes WHERE site_id = $1',
    'DELETE FROM articles WHERE site_id = $1',
    'DELETE FROM blogs WHERE site_id = $1',
    'DELETE FROM pages WHERE site_id = $1',
    'DELETE FROM menus WHERE site_id = $1',
    'DELETE FROM parametres WHERE site_id = $1',
    'DELETE FROM fichiers_remplaces WHERE site_id = $1',
    'DELETE FROM versions WHERE site_id = $1',
    'DELETE FROM fichiers WHERE site_id = $1',
    'DELETE FROM themes WHERE site_id = $1',
    'DELETE FROM courriels WHERE site_id = $1',
    'DELETE FROM liens WHERE invitation_id IN (SELECT id FROM invitations WHERE site_id = $1)',
    'DELETE FROM invitations WHERE site_id = $1',
    'DELETE FROM octrois WHERE site_id = $1',
    'DELETE FROM transmissions WHERE site_id = $1',
    'DELETE FROM contacts WHERE site_id = $1',
    'DELETE FROM revendications WHERE site_id = $1',
    'DELETE FROM domaines WHERE site_id = $1',
    'DELETE FROM slugs WHERE site_id = $1',
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

/**
 * Deletes a locked account from every table. Versions and records of remaining sites no longer name the account, nor its keys without a name. An address that the
 * account does not own may be that of another account, which keeps its versions and its failed attempts.
 */
export async function deleteAccountRows(client: ClientBase, id: string): Promise<void> {
  const { rows: addresses } = await client.query<{ email: string }>(
    'SELECT email FROM comptes WHERE id = $1 AND confirme_le IS NOT NULL',
    [id],
  );
  const email = addresses[0]?.email ?? null;
  const { rows } = await client.query<{ prefixe: string }>('SELECT prefixe FROM cles WHERE compte_id = $1', [id]);
  const names = [...(email === null ? [] : [email]), ...rows.map(({ prefixe }) => prefixe)];
  for (const text of [
    'UPDATE versions SET auteur = NULL WHERE auteur = ANY ($1::text[])',
    'UPDATE versions_de_contenus SET auteur = NULL WHERE auteur = ANY ($1::text[])',
    'UPDATE contenus_supprimes SET auteur = NULL WHERE auteur = ANY ($1::text[])',
  ]) {
    await client.query(long(text, [names]));
  }
  await deleteFactors(client, id);
  await makeGrantsNameless(client, id);
  for (const text of [
    'DELETE FROM courriels WHERE compte_id = $1',
    'DELETE FROM liens WHERE compte_id = $1',
    'UPDATE journal SET compte_id = NULL, auteur = NULL WHERE compte_id = $1',
    "UPDATE journal SET details = details - 'compte' WHERE details ? 'compte' AND details ->> 'compte' = $1::text",
    'UPDATE invitations SET invite_par = NULL WHERE invite_par = $1',
    'DELETE FROM transmissions WHERE de = $1 OR a = $1',
    'UPDATE contacts SET par = NULL WHERE par = $1',
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
    [email ?? `compte ${id}`],
  );
  await sweepAttempts(client);
}

const long = (text: string, values: unknown[]): Statement => ({ text, values, query_timeout: LONG_MS });
