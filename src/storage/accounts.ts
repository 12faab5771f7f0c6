import type { ClientBase } from 'pg';
import type { Queryable } from './statement.ts';

export type AccountType = 'client' | 'partenaire' | 'agence';
export const MEMBER_ROLES = ['proprietaire', 'editeur', 'lecteur'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export interface Account {
  readonly id: string;
  readonly email: string;
}

/** Adds an account with a confirmed address. @returns the new account, or null when another account owns the address */
export async function insertAccount(
  db: Queryable,
  account: { email: string; passwordHash: string; type: AccountType },
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `INSERT INTO comptes (email, mot_de_passe, type) VALUES ($1, $2, $3)
     ON CONFLICT (email) WHERE confirme_le IS NOT NULL DO NOTHING RETURNING id, email`,
    [account.email, account.passwordHash, account.type],
  );
  return rows[0] ?? null;
}

/** The account that owns an address; where none does, the first one that was made for the address. */
const OF_ADDRESS = 'WHERE email = $1 ORDER BY confirme_le IS NULL, cree_le, id LIMIT 1';

export async function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<(Account & { readonly type: AccountType }) | null> {
  const { rows } = await db.query<Account & { type: AccountType }>(
    `SELECT id, email, type FROM comptes ${OF_ADDRESS}`,
    [email],
  );
  return rows[0] ?? null;
}

/** The account of this address with its password's hash, for the service role. */
export async function findCredentials(
  db: Queryable,
  email: string,
): Promise<{ id: string; mot_de_passe: string } | null> {
  const { rows } = await db.query<{ id: string; mot_de_passe: string }>(
    `SELECT id, mot_de_passe FROM comptes ${OF_ADDRESS}`,
    [email],
  );
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

export async function findAccount(
  db: Queryable,
  id: string,
): Promise<(Account & { readonly type: AccountType }) | null> {
  const { rows } = await db.query<Account & { type: AccountType }>(
    'SELECT id, email, type FROM comptes WHERE id = $1',
    [id],
  );
  return rows[0] ?? null;
}

/** Takes the account row's lock for this transaction. @returns null when there is no such account. */
export async function lockAccount(client: ClientBase, id: string): Promise<{ type: AccountType } | null> {
  const { rows } = await client.query<{ type: AccountType }>(
    'SELECT type FROM comptes WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  );
  return rows[0] ?? null;
}

export async function hasAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>('SELECT EXISTS (SELECT FROM comptes) AS present');
  return rows[0]?.present ?? false;
}
