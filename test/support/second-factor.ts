import { expect } from 'vitest';
import { SoftwareAuthenticator } from './authenticator.ts';
import { query } from './database.ts';
import { oneTimeCode } from './one-time-code.ts';
import type { TestProgram } from './program.ts';
import type { SignedIn } from './sign-in.ts';

type Asking = Pick<TestProgram, 'ask' | 'databaseUrl'>;

/** Asks `/api/securite…` as a page of a session does. */
export const askSecurity = (vitrine: Asking, who: SignedIn, method: string, path: string, body?: unknown) =>
  vitrine.ask({ method, path: `/api/securite${path}`, body, headers: who.headers });

/** Gives the account of a session an application that shows codes. @returns its secret; the code of now has not been used */
export async function addApplication(vitrine: Asking, who: SignedIn, accountId: string): Promise<string> {
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
  const asked = await askSecurity(vitrine, who, 'POST', '/passkeys/defi');
  expect(asked.status).toBe(200);
  const body = { nom: 'Mon ordinateur', passkey: device.make(asked.json().options) };
  const added = await askSecurity(vitrine, who, 'POST', '/passkeys', body);
  expect([added.status, added.text]).toEqual([201, '{"ok":true}']);
  return device;
}
