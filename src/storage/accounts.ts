import type { ClientBase } from 'pg';
import type { Backing, StandingSince } from './backing.ts';
import type { Queryable } from './statement.ts';

export type AccountType = 'client' | 'partenaire' | 'agence';
export const MEMBER_ROLES = ['proprietaire', 'editeur', 'lecteur'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export interface Account {
  readonly id: string;
  readonly email: string;
}

/** An account, and whether it owns its address. */
export interface KnownAccount extends Account {
  readonly type: AccountType;
  readonly isConfirmed: boolean;
  /** When it goes, ISO, UTC; null for one that does not wait for its deletion. */
  readonly efface_le: string | null;
}

/** Of a row of `comptes`. */
const KNOWN = 'id, email, type, confirme_le IS NOT NULL AS "isConfirmed", efface_le';

/** An account by its id, or by an address as a person types it at a sign-in. */
export type AccountName = { readonly accountId: string } | { readonly email: string };

/**
 * Adds an account.
 * @param isConfirmed whether the account owns its address; without that, other accounts may have the address too
 * @returns null when another account owns the address that this one was to own
 */
export async function insertAccount(
  db: Queryable,
  {
    email,
    passwordHash,
    type,
    isConfirmed = true,
  }: { email: string; passwordHash: string; type: AccountType; isConfirmed?: boolean },
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `INSERT INTO comptes (email, mot_de_passe, type, confirme_le)
     VALUES ($1, $2, $3, CASE WHEN $4::boolean THEN statement_timestamp() END)
     ON CONFLICT (email) WHERE confirme_le IS NOT NULL DO NOTHING RETURNING id, email`,
    [email, passwordHash, type, isConfirmed],
  );
  return rows[0] ?? null;
}

/** The account that owns an address; where none does, the first one that was made for the address. */
const OF_ADDRESS = 'WHERE email = $1 ORDER BY confirme_le IS NULL, cree_le, id LIMIT 1';

export async function findAccountByEmail(db: Queryable, email: string): Promise<KnownAccount | null> {
  const { rows } = await db.query<KnownAccount>(`SELECT ${KNOWN} FROM comptes ${OF_ADDRESS}`, [email]);
  return rows[0] ?? null;
}

/** All accounts of an address: the one that owns it first. */
export async function listAccountsOfAddress(db: Queryable, email: string): Promise<KnownAccount[]> {
  const { rows } = await db.query<KnownAccount>(
    `SELECT ${KNOWN} FROM comptes WHERE email = $1 ORDER BY confirme_le IS NULL, cree_le, id`,
    [email],
  );
  return rows;
}

/** Whether an account owns an address. */
export async function isOwnedAddress(db: Queryable, email: string): Promise<boolean> {
  const { rowCount } = await db.query('SELECT id FROM comptes WHERE email = $1 AND confirme_le IS NOT NULL', [email]);
  return rowCount === 1;
}

/** An account with its password's hash. */
export interface AccountCredentials extends Account {
  readonly mot_de_passe: string;
  readonly isConfirmed: boolean;
}

const CREDENTIALS = 'id, email, mot_de_passe, confirme_le IS NOT NULL AS "isConfirmed"';

/** An account with its password's hash, for the service role. */
export async function findCredentials(db: Queryable, name: AccountName): Promise<AccountCredentials | null> {
  const { rows } = await ('email' in name
    ? db.query<AccountCredentials>(`SELECT ${CREDENTIALS} FROM comptes ${OF_ADDRESS}`, [name.email])
    : db.query<AccountCredentials>(`SELECT ${CREDENTIALS} FROM comptes WHERE id = $1`, [name.accountId]));
  return rows[0] ?? null;
}

/** Stores another hash, of the same password or a new one. @returns false when the account's hash is no longer the known one */
export async function replacePasswordHash(db: Queryable, id: string, known: string, next: string): Promise<boolean> {
  const { rowCount } = await db.query('UPDATE comptes SET mot_de_passe = $3 WHERE id = $1 AND mot_de_passe = $2', [
    id,
    known,
    next,
  ]);
  return rowCount === 1;
}

/** Stores the hash of a new password, whatever the former password was. */
export async function updatePasswordHash(db: Queryable, id: string, hash: string): Promise<void> {
  await db.query('UPDATE comptes SET mot_de_passe = $2 WHERE id = $1', [id, hash]);
}

/** Since when an account has had its address; null where it does not own the address. */
export async function findAddressSince(db: Queryable, id: string): Promise<StandingSince | null> {
  const { rows } = await db.query<{ depuis: StandingSince | null }>(
    'SELECT CASE WHEN confirme_le IS NOT NULL THEN coalesce(appui_le, confirme_le) END AS depuis FROM comptes WHERE id = $1',
    [id],
  );
  return rows[0]?.depuis ?? null;
}

export async function findAccount(db: Queryable, id: string): Promise<KnownAccount | null> {
  const { rows } = await db.query<KnownAccount>(`SELECT ${KNOWN} FROM comptes WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/**
 * Takes the account row's lock for this transaction.
 * @param passwordHash the hash that the account must still have; any when left out
 * @returns null when there is no such account
 */
export async function lockAccount(client: ClientBase, id: string, passwordHash?: string): Promise<KnownAccount | null> {
  const { rows } = await client.query<KnownAccount>(
    `SELECT ${KNOWN} FROM comptes WHERE id = $1 AND ($2::text IS NULL OR mot_de_passe = $2) FOR NO KEY UPDATE`,
    [id, passwordHash ?? null],
  );
  return rows[0] ?? null;
}

/** The addresses of these accounts, by their ids; one that is gone is missing. */
export async function addressesOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; email: string }>(
    'SELECT id, email FROM comptes WHERE id = ANY ($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

/**
 * Makes an account the owner of an address: its own, or another one.
 * @param backing what the act rests on
 * @throws the database's error of a unique index (`isTaken`) when another account owns the address: the transaction is over then
 */
export async function ownAddress(client: ClientBase, id: string, email: string, backing: Backing): Promise<void> {
  await client.query(
    `UPDATE comptes SET email = $2, confirme_le = statement_timestamp(), appui_le = $3
     WHERE id = $1 AND (email <> $2 OR confirme_le IS NULL)`,
    [id, email, backing],
  );
}

/** The author of versions, in the sites of an account, goes by another address. */
export async function renameAuthor(
  client: ClientBase,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { rows } = await client.query<{ site_id: string }>('SELECT site_id FROM membres WHERE compte_id = $1', [
    accountId,
  ]);
  await client.query('UPDATE versions SET auteur = $3 WHERE site_id = ANY ($1::uuid[]) AND auteur = $2', [
    rows.map(({ site_id }) => site_id),
    from,
    to,
  ]);
}

/** Marks an account as one of an operator, from now on and with the factors that it has, or as one like the others. */
export async function markOperator(db: Queryable, id: string, isOperator: boolean): Promise<void> {
  await db.query(
    'UPDATE comptes SET exploitant = $2, exploitant_le = statement_timestamp(), exploitant_dort = false WHERE id = $1',
    [id, isOperator],
  );
}

/** An operator's mark counts no more until it is given again. */
export async function letMarkSleep(client: ClientBase, id: string): Promise<void> {
  await client.query('UPDATE comptes SET exploitant_dort = true WHERE id = $1 AND exploitant', [id]);
}

export async function hasAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>('SELECT EXISTS (SELECT FROM comptes) AS present');
  return rows[0]?.present ?? false;
}
