import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey, createTenant, sharedProgram, type Tenant, type TestProgram } from '../support/program.ts';

/** A test for each row of the specification's table of operations and scopes (Authentication 7). */

let vitrine: TestProgram;
let tenant: Tenant;
let themeId: string;
const keys: Record<string, string> = {};
beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  for (const scope of ['lecture', 'themes', 'atelier'] as const) {
    keys[scope] = await createKey(vitrine.databaseUrl, tenant.accountId, { scope });
  }
  const body = { action: 'installer', origine: 'origo' };
  themeId = (await vitrine.ask({ method: 'POST', path: '/api/themes', key: tenant.key, body })).json().themeId;
});
afterAll(() => vitrine.close());

const READS: [string, string][] = [
  ['GET', '/api/themes'],
  ['GET', '/api/themes/<id>/fichiers'],
  ['GET', '/api/themes/<id>/export'],
];
const WRITES: [string, string][] = [
  ['POST', '/api/themes'],
  ['PATCH', '/api/themes'],
  ['DELETE', '/api/themes'],
  ['PUT', '/api/themes/<id>/fichiers'],
  ['DELETE', '/api/themes/<id>/fichiers'],
  ['POST', '/api/themes/importer'],
];

async function ask(method: string, path: string, scope: string) {
  const answer = await vitrine.ask({ method, path: path.replace('<id>', themeId), key: keys[scope] ?? '' });
  return [answer.status, answer.status === 200 ? undefined : answer.json().error];
}

describe.each(READS)('%s %s', (method, path) => {
  it.each(['lecture', 'themes'])('scope %s: yes', async (scope) => {
    expect(await ask(method, path, scope)).toEqual([200, undefined]);
  });
  it('scope atelier: no', async () => {
    expect(await ask(method, path, 'atelier')).toEqual([403, 'portee_insuffisante']);
  });
});

describe.each(WRITES)('%s %s', (method, path) => {
  it.each(['lecture', 'atelier'])('scope %s: no', async (scope) => {
    expect(await ask(method, path, scope)).toEqual([403, 'portee_insuffisante']);
  });
  it('scope themes: yes, and the body or parameter is judged', async () => {
    expect((await ask(method, path, 'themes'))[1]).toMatch(/^(invalid_input|archive_invalide)$/);
  });
});

describe.each(['GET', 'POST', 'DELETE'])('%s /api/cles', (method) => {
  it.each(['lecture', 'themes', 'atelier'])('scope %s: no (session only)', async (scope) => {
    expect(await ask(method, '/api/cles', scope)).toEqual([401, 'unauthorized']);
  });
});

it('the scope of a key cannot be changed', async () => {
  const answer = await vitrine.ask({ method: 'PATCH', path: '/api/cles', key: tenant.key, body: { portee: 'themes' } });
  expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
});
