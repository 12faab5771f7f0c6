import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, sharedProgram, type Tenant, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

let vitrine: TestProgram;
let tenant: Tenant;
let owner: SignedIn;

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
  owner = await signIn(vitrine, tenant);
});
afterAll(() => vitrine.close());

const from = (headers: Record<string, string>) => ({ host: 'localhost', cookie: owner.cookie, ...headers });

describe('a write of a session', () => {
  it.each<[string, Record<string, string>]>([
    ['neither header', {}],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a site of this very service', { 'sec-fetch-site': 'same-site' }],
    ['a site, though the origin is ours', { 'sec-fetch-site': 'same-site', origin: 'http://localhost' }],
    ['an empty Sec-Fetch-Site', { 'sec-fetch-site': '' }],
    ['another origin', { origin: 'http://site.localhost' }],
    ['another port', { origin: 'http://localhost:1' }],
    ['a host that begins like ours', { origin: 'http://localhost.exemple.fr' }],
    ['an origin that hides itself', { origin: 'null' }],
    ['an origin that is no address', { origin: 'localhost' }],
    ['an origin of another kind', { origin: 'file://localhost' }],
  ])('%s: 403 origine_refusee', async (_from, headers) => {
    for (const [method, path] of [
      ['POST', '/api/themes'],
      ['PATCH', '/api/themes'],
      ['DELETE', '/api/themes'],
      ['PUT', '/api/themes/x/fichiers'],
      ['POST', '/api/cles'],
    ] as const) {
      const body = method === 'DELETE' ? undefined : {};
      const answer = await vitrine.ask({ method, path, headers: from(headers), body });
      expect([method, answer.status, answer.json().error]).toEqual([method, 403, 'origine_refusee']);
    }
  });

  it.each<[string, Record<string, string>]>([
    ['a page of ours', { 'sec-fetch-site': 'same-origin' }],
    ['the person herself', { 'sec-fetch-site': 'none' }],
    ['our origin', { origin: 'http://localhost' }],
    ['our origin with its usual port', { origin: 'http://localhost:80' }],
  ])('%s: goes on', async (_from, headers) => {
    const answer = await vitrine.ask({ method: 'POST', path: '/api/themes', headers: from(headers), body: {} });
    expect(answer.json().error).toBe('invalid_input');
  });

  it('reads need no origin', async () => {
    const headers = { cookie: owner.cookie, 'sec-fetch-site': 'cross-site' };
    expect((await vitrine.ask({ path: '/api/themes', headers })).status).toBe(200);
  });

  it('a key needs none, also beside a session cookie', async () => {
    for (const headers of [{}, { cookie: owner.cookie, 'sec-fetch-site': 'cross-site' }]) {
      const answer = await vitrine.ask({ method: 'POST', path: '/api/themes', key: tenant.key, headers, body: {} });
      expect(answer.json().error).toBe('invalid_input');
    }
  });

  it('is judged after the session: without one it is 401 unauthorized', async () => {
    const headers = { cookie: 'vitrine_session=inconnue', 'sec-fetch-site': 'cross-site' };
    const answer = await vitrine.ask({ method: 'POST', path: '/api/themes', headers, body: {} });
    expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
  });
});
