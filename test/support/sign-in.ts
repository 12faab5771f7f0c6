import type { BrowserContext } from 'playwright-core';
import { hashPassword } from '../../src/accounts/password.ts';
import { query } from './database.ts';
import type { TestProgram } from './program.ts';
import { insertSession } from './sessions.ts';

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

/**
 * A session of an account that has a password, as a login begins one. A login (`login.service.test.ts`) takes two tenths of a second of a processor:
 * the password is compared.
 */
export async function signIn(
  { databaseUrl }: Pick<TestProgram, 'databaseUrl'>,
  { accountId }: { readonly accountId: string },
): Promise<SignedIn> {
  await givePassword(databaseUrl, accountId);
  const cookie = await insertSession(databaseUrl, accountId);
  return { cookie, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
}

/** Signs in in a browser, in place of whoever is signed in there. */
export async function signInBrowser(
  vitrine: Pick<TestProgram, 'databaseUrl' | 'port'>,
  context: BrowserContext,
  who: { readonly accountId: string },
): Promise<void> {
  const [name = '', value = ''] = (await signIn(vitrine, who)).cookie.split('=');
  await context.addCookies([{ name, value, url: `http://localhost:${vitrine.port}` }]);
}
