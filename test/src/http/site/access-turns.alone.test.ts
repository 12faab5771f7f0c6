import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../../../../src/accounts/password.ts';
import { CODE, giveCode, protect } from '../../../support/access-code.ts';
import { query } from '../../../support/database.ts';
import { sha256 } from '../../../support/login.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../../support/program.ts';

let vitrine: TestProgram;
let siteId: string;
let host: string;
beforeAll(async () => {
  vitrine = await startTestProgram({ TRUST_PROXY: 'true' });
  const tenant = await createTenant(vitrine.databaseUrl);
  ({ siteId } = tenant);
  host = `${tenant.slug}.localhost`;
  await protect(vitrine, siteId);
});
afterAll(() => vitrine.close());

const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const attempt = (code: string, from: string) =>
  giveCode(vitrine, host, { code, retour: '/' }, { 'x-forwarded-for': from });

it('a code that is not judged because too many wait is 503 and does not count', async () => {
  // A comparison at the usual cost takes much longer than a request.
  await run('UPDATE sites SET code_acces = $2 WHERE id = $1', [siteId, await hashPassword(CODE)]);
  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => attempt('faux', `198.51.100.${n}`)));
  const busy = answers.filter(({ status }) => status === 503);
  expect(busy.length).toBeGreaterThan(0);
  expect(busy[0]?.headers['retry-after']).toBe('2');
  expect(busy[0]?.text).toContain('Trop de codes attendent d’être vérifiés.');
  const { rows } = await run('SELECT nombre FROM tentatives WHERE empreinte = $1', [sha256(siteId)]);
  expect(rows[0].nombre).toBe(answers.filter(({ status }) => status === 401).length);
});
