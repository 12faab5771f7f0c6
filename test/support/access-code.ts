import { hash } from '../../src/accounts/argon2.ts';
import { query } from './database.ts';
import type { Answer } from './http.ts';
import { FORM, setCookie } from './login.ts';
import type { TestProgram } from './program.ts';

export const CODE = 'sésame, ouvre-toi';
let digest: Promise<string> | undefined;

/** A hash that takes a hundredth of the usual time to compare with: most tests look at what follows. */
const cheaply = { memory: 1024, passes: 2, parallelism: 1 };

/** Protects a site by `CODE`, salted anew when `anew` says so. */
export async function protect({ databaseUrl }: Pick<TestProgram, 'databaseUrl'>, siteId: string, anew = false) {
  if (anew) digest = undefined;
  digest ??= hash(CODE, cheaply);
  await query(databaseUrl, 'UPDATE sites SET code_acces = $2 WHERE id = $1', [siteId, await digest]);
}

/** Sends the form of the page that asks for the code. */
export function giveCode(
  vitrine: Pick<TestProgram, 'ask'>,
  host: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const body = new URLSearchParams(fields).toString();
  return vitrine.ask({
    host,
    method: 'POST',
    path: '/acces',
    body,
    headers: { ...FORM, 'sec-fetch-site': 'same-origin', ...headers },
  });
}

/** Gives the right code. @returns the cookie that opens the site, as the `Cookie` header has it */
export async function enter(vitrine: Pick<TestProgram, 'ask'>, host: string): Promise<string> {
  const answer = await giveCode(vitrine, host, { code: CODE, retour: '/' });
  const cookie = setCookie(answer).split(';')[0];
  if (answer.status !== 303 || !cookie) throw new Error(`the code did not open the site: ${answer.status}`);
  return cookie;
}
