import type { Queryable } from './statement.ts';

export type AccountType = 'client' | 'partenaire' | 'agence';
export const MEMBER_ROLES = ['proprietaire', 'editeur', 'lecteur'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export interface Account {
  readonly id: string;
  readonly email: string;
}

/** @returns the new account, or null when the address is taken. */
export async function insertAccount(
  db: Queryable,
  account: { email: string; passwordHash: string; type: AccountType },
): Promise<Account | null> {
  const { rows } = await db.query<Account>(
    `INSERT INTO comptes (email, mot_de_passe, type) VALUES ($1, $2, $3)
     ON CONFLICT (email) DO NOTHING RETURNING id, email`,
    [account.email, account.passwordHash, account.type],
  );
  return rows[0] ?? null;
}

export async function findAccountByEmail(
  db: Queryable,
  email: string,
): Promise<(Account & { readonly type: AccountType }) | null> {
  const { rows } = await db.query<Account & { type: AccountType }>(
    'SELECT id, email, type FROM comptes WHERE email = $1',
    [email],
  );
  return rows[0] ?? null;
}

export async function hasAccounts(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ present: boolean }>('SELECT EXISTS (SELECT FROM comptes) AS present');
  return rows[0]?.present ?? false;
}
