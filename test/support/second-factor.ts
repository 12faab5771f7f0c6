import type { ClientBase } from 'pg';
import { expect } from 'vitest';
import { makeCode } from '../../src/accounts/proof/mailed-code.ts';
import { SoftwareAuthenticator } from './authenticator.ts';
import { onDatabase, query } from './database.ts';
import { sha256 } from './login.ts';
import { oneTimeCode } from './one-time-code.ts';
import type { TestProgram } from './program.ts';
import type { SignedIn } from './sign-in.ts';

type Asking = Pick<TestProgram, 'ask' | 'databaseUrl'>;

/** Asks `/api/securite…` as a page of a session does. */
export const askSecurity = (vitrine: Asking, who: SignedIn, method: string, path: string, body?: unknown) =>
  vitrine.ask({ method, path: `/api/securite${path}`, body, headers: who.headers });

/** Shows the strongest proof that an account without a factor can be asked for: a code that comes by mail, where mail goes out. */
export async function proveByMail(vitrine: Asking, who: SignedIn): Promise<void> {
  const { preuve: kind } = (await askSecurity(vitrine, who, 'GET', '')).json();
  if (kind !== 'courriel') return;
  expect((await askSecurity(vitrine, who, 'POST', '/preuve/courriel')).status).toBe(200);
  const body = { code_courriel: await codeInMail(vitrine, who) };
  expect((await askSecurity(vitrine, who, 'POST', '/preuve', body)).status).toBe(200);
}

/** Sends the code that a session has asked for. @returns the code, as it stands in the message */
const codeInMail = ({ databaseUrl }: Pick<TestProgram, 'databaseUrl'>, { cookie }: SignedIn): Promise<string> =>
  onDatabase(databaseUrl, async (client) => {
    const bond = sha256(cookie.slice(cookie.indexOf('=') + 1));
    const { rows } = await client.query(
      "DELETE FROM courriels WHERE genre = 'code' AND donnees->>'lien' = $1 RETURNING compte_id",
      [bond],
    );
    return makeCode(client as unknown as ClientBase, rows[0].compte_id, bond);
  });

/** Gives the account of a session an application that shows codes. @returns its secret; the code of now has not been used */
export async function addApplication(vitrine: Asking, who: SignedIn, accountId: string): Promise<string> {
  await proveByMail(vitrine, who);
  const begun = await askSecurity(vitrine, who, 'POST', '/generateur');
  expect([begun.status, begun.text]).toEqual([200, expect.stringContaining('otpauth://totp/')]);
  const { secret } = begun.json();
  const body = { code: oneTimeCode(secret) };
  expect((await askSecurity(vitrine, who, 'POST', '/generateur/confirmation', body)).status).toBe(200);
  await letTimePass(vitrine, accountId);
  return secret;
}

/** The step of the code that was used last is long ago. */
export const letTimePass = ({ databaseUrl }: Pick<TestProgram, 'databaseUrl'>, accountId: string) =>
  query(databaseUrl, 'UPDATE generateurs SET dernier_pas = 0 WHERE compte_id = $1', [accountId]);

/** Gives the account of a session a passkey. @param origin of the platform */
export async function addPasskey(vitrine: Asking, who: SignedIn, origin: string): Promise<SoftwareAuthenticator> {
  const device = new SoftwareAuthenticator(origin);
  await proveByMail(vitrine, who);
  const asked = await askSecurity(vitrine, who, 'POST', '/passkeys/defi');
  expect(asked.status).toBe(200);
  const body = { nom: 'Mon ordinateur', passkey: device.make(asked.json().options) };
  const added = await askSecurity(vitrine, who, 'POST', '/passkeys', body);
  expect([added.status, added.text]).toEqual([201, '{"ok":true}']);
  return device;
}
