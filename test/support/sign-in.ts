import { hashPassword } from '../../src/accounts/password.ts';
import { query } from './database.ts';
import type { TestProgram } from './program.ts';

export const PASSWORD = 'un mot de passe d’essai';
let digest: Promise<string> | undefined;

/** Gives an account a password. @returns what it logs in with */
export async function givePassword(
  databaseUrl: string,
  accountId: string,
): Promise<{ email: string; mot_de_passe: string }> {
  digest ??= hashPassword(PASSWORD);
  const { rows } = await query(databaseUrl, 'UPDATE comptes SET mot_de_passe = $2 WHERE id = $1 RETURNING email', [
    accountId,
    await digest,
  ]);
  return { email: rows[0].email, mot_de_passe: PASSWORD };
}

export interface SignedIn {
  /** `name=value`, as the `Cookie` header has it. */
  readonly cookie: string;
  /** Headers of a request that a page of the platform makes: with them a session may also write. */
  readonly headers: { readonly cookie: string; readonly 'sec-fetch-site': 'same-origin' };
}

/** Logs an account in, as its browser would. */
export async function signIn(
  vitrine: Pick<TestProgram, 'ask' | 'databaseUrl'>,
  { accountId }: { readonly accountId: string },
): Promise<SignedIn> {
  const body = await givePassword(vitrine.databaseUrl, accountId);
  const headers = { 'sec-fetch-site': 'same-origin' };
  const answer = await vitrine.ask({ method: 'POST', path: '/connexion', body, headers });
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0];
  if (answer.status !== 200 || !cookie) throw new Error(`the login failed: ${answer.status} ${answer.text}`);
  return { cookie, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}
