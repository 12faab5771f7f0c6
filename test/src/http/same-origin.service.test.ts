import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PublicAddress } from '../../../src/http/public-address.ts';
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

const HOST = 'vitrine.localhost:3000';
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

describe('which origin is ours', () => {
  const isOwn = (options: { baseUrl?: string; trustProxy?: boolean }, headers: Record<string, string>): boolean => {
    const address = new PublicAddress({ baseUrl: options.baseUrl, trustProxy: options.trustProxy ?? false });
    try {
      address.assertSameOrigin({ headers });
      return true;
    } catch {
      return false;
    }
  };

  it.each<[boolean, { baseUrl?: string; trustProxy?: boolean }, Record<string, string>]>([
    [true, {}, { host: HOST, origin: `http://${HOST}` }],
    [true, {}, { host: HOST, origin: `https://${HOST}` }],
    [false, {}, { host: HOST, 'x-forwarded-host': 'a.fr', origin: 'https://a.fr' }],
    [true, { trustProxy: true }, { host: HOST, 'x-forwarded-host': 'a.fr', origin: 'https://a.fr' }],
    [false, { trustProxy: true }, { host: HOST, 'x-forwarded-host': 'a.fr', origin: `https://${HOST}` }],
    [true, { baseUrl: 'https://a.fr' }, { host: HOST, origin: 'https://a.fr' }],
    [false, { baseUrl: 'https://a.fr' }, { host: HOST, origin: 'http://a.fr' }],
    [false, { baseUrl: 'https://a.fr' }, { host: 'a.fr', origin: 'http://a.fr' }],
    [false, { trustProxy: true }, { host: 'a.fr', 'x-forwarded-proto': 'https', origin: 'http://a.fr' }],
    [true, {}, { host: 'A.fr', origin: 'http://a.fr' }],
    [false, {}, { origin: 'http://' }],
    [false, {}, { host: 'a b', origin: 'http://a' }],
  ])('%s: %j %j', (expected, options, headers) => {
    expect(isOwn(options, headers)).toBe(expected);
  });
});

describe('the address of a client', () => {
  const addressOf = (remoteAddress: string, forwarded?: string, trustProxy = false) =>
    new PublicAddress({ baseUrl: undefined, trustProxy }).clientAddress({
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress } as never,
    });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (address, counted) => {
    expect(addressOf(address)).toBe(counted);
  });

  it('behind a proxy of ours: the last entry, which the client cannot write', () => {
    expect(addressOf('127.0.0.1', '1.1.1.1, 192.0.2.7', true)).toBe('192.0.2.7');
    expect(addressOf('127.0.0.1', '', true)).toBe('127.0.0.1');
    expect(addressOf('127.0.0.1', '1.1.1.1', false)).toBe('127.0.0.1');
  });
});
