import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentApi, NOBODY, refusalOf, startContentApi } from '../../support/content-api.ts';
import { createKey } from '../../support/program.ts';
import { signIn } from '../../support/sign-in.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

const READS = ['menus', 'parametres/general', 'pages', 'blogs', 'articles', 'demandes', 'medias', 'textes'].map(
  (path) => `/api/${path}`,
);
const WRITES: [string, string][] = [
  ['PATCH', '/api/menus'],
  ['PATCH', '/api/parametres/general'],
  ...['pages', 'blogs', 'articles'].flatMap((path): [string, string][] => [
    ['POST', `/api/${path}`],
    ['PATCH', `/api/${path}`],
    ['DELETE', `/api/${path}?id=${NOBODY}`],
  ]),
  ['PATCH', '/api/demandes'],
  ['DELETE', `/api/demandes?id=${NOBODY}`],
  ['POST', '/api/medias?nom=a.png'],
  ['PUT', `/api/medias?id=${NOBODY}`],
  ['PATCH', '/api/medias'],
  ['DELETE', `/api/medias?id=${NOBODY}`],
];

describe('order of checks: key, scope, site, role, active, body', () => {
  it.each(READS)('GET %s without a session stops at the edge, with a key too: 401', async (path) => {
    const answer = await api.vitrine.ask({ path, key: api.tenant.key });
    expect(refusalOf(answer)).toEqual([401, 'unauthorized']);
  });

  it.each([
    ...READS.map((path) => ['GET', path] as const),
    ...WRITES,
  ])('%s %s with a key beside a cookie that is no live session stops at the edge too: 401', async (method, path) => {
    const { accountId } = await api.newTenant();
    const ended = await signIn(api.vitrine, { accountId });
    await api.sql('UPDATE sessions SET expire_le = now() WHERE compte_id = $1', [accountId]);
    for (const cookie of ['vitrine_session=x', ended.cookie]) {
      const answer = await api.ask(method, path, undefined, { headers: { cookie } });
      expect(refusalOf(answer)).toEqual([401, 'unauthorized']);
    }
  });

  it.each(READS)('GET %s needs lecture and tells the site', async (path) => {
    const key = await createKey(api.vitrine.databaseUrl, api.tenant.accountId, { scope: 'lecture' });
    const answer = await api.asking({ key })('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.json().site).toEqual({ id: api.tenant.siteId, slug: api.tenant.slug, nom: expect.any(String) });
  });

  it.each(WRITES)('%s %s needs themes: 403 portee_insuffisante', async (method, path) => {
    const key = await createKey(api.vitrine.databaseUrl, api.tenant.accountId, { scope: 'lecture' });
    expect(refusalOf(await api.asking({ key })(method, path, 'nimporte'))).toEqual([403, 'portee_insuffisante']);
  });

  it.each(WRITES)('%s %s of another site: 403 site_interdit', async (method, path) => {
    const headers = { 'X-Service-Site-Cible': (await api.newTenant()).slug };
    expect(refusalOf(await api.ask(method, path, 'nimporte', { headers }))).toEqual([403, 'site_interdit']);
  });

  it.each(WRITES)('%s %s by a reader: 403 role_insuffisant; on an inactive site: 402', async (method, path) => {
    const tenant = await api.newTenant();
    await api.sql("UPDATE sites SET etat = 'expire' WHERE id = $1", [tenant.siteId]);
    const answer = await api.asking(tenant)(method, path, 'nimporte');
    expect([...refusalOf(answer), answer.json().etat]).toEqual([402, 'site_inactif', 'expire']);
    await api.sql("UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [tenant.siteId]);
    expect(refusalOf(await api.asking(tenant)(method, path, 'nimporte'))).toEqual([403, 'role_insuffisant']);
  });

  it.each(READS)('GET %s stays open on an inactive site, and to a reader, but for what visitors sent', async (path) => {
    const tenant = await api.newTenant();
    await api.sql("UPDATE sites SET etat = 'expire' WHERE id = $1", [tenant.siteId]);
    expect((await api.asking(tenant)('GET', path)).status).toBe(200);
    await api.sql("UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [tenant.siteId]);
    const answer = await api.asking(tenant)('GET', path);
    if (path === '/api/demandes') expect(refusalOf(answer)).toEqual([403, 'role_insuffisant']);
    else expect(answer.status).toBe(200);
  });

  it.each(
    WRITES.filter(([method, path]) => method !== 'DELETE' && !path.startsWith('/api/medias?')),
  )('%s %s: a body that is none: 400', async (method, path) => {
    for (const body of [undefined, '', '{', 'null', '[]', '3', '"a"', '{}'] as const) {
      expect(refusalOf(await api.ask(method, path, body)), String(body)).toEqual([400, 'invalid_input']);
    }
  });

  it.each(WRITES.filter(([method]) => method === 'DELETE'))('%s %s of nothing: 404; of no id: 400', async (_, path) => {
    expect(refusalOf(await api.ask('DELETE', path))).toEqual([404, 'introuvable']);
    const bare = path.replace(/\?.*/, '');
    for (const query of ['', '?id=', '?id=12345678', `?id=${NOBODY}&id=${NOBODY}`]) {
      expect(refusalOf(await api.ask('DELETE', bare + query)), query).toEqual([400, 'invalid_input']);
    }
  });
});
