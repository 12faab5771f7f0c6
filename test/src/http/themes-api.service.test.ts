import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../support/database.ts';
import {
  createKey,
  createTenant,
  sharedProgram,
  startTestProgram,
  type Tenant,
  type TestProgram,
} from '../../support/program.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NOBODY = '00000000-0000-4000-8000-000000000000';

let vitrine: TestProgram;
let tenant: Tenant;

beforeAll(async () => {
  vitrine = await sharedProgram();
  tenant = await createTenant(vitrine.databaseUrl);
});
afterAll(() => vitrine.close());

const themes = (question: Partial<Parameters<TestProgram['ask']>[0]> = {}) =>
  vitrine.ask({ path: '/api/themes', key: tenant.key, ...question });

async function install(key = tenant.key): Promise<string> {
  const answer = await themes({ method: 'POST', key, body: { action: 'installer', origine: 'origo' } });
  expect(answer.status).toBe(201);
  return answer.json().themeId;
}

describe('who may call', () => {
  it.each([
    ['no key', {}],
    ['an unknown key', { authorization: `Bearer svc_${'a'.repeat(43)}` }],
    ['a bearer token that is none of ours', { authorization: 'Bearer abc' }],
  ])('%s: 401 unauthorized', async (_who, headers) => {
    const answer = await vitrine.ask({ path: '/api/themes', headers });
    expect(answer.status).toBe(401);
    expect(answer.json().error).toBe('unauthorized');
  });

  it('the word Bearer in any case', async () => {
    const answer = await vitrine.ask({ path: '/api/themes', headers: { authorization: `bEARER ${tenant.key}` } });
    expect(answer.status).toBe(200);
  });

  it('neither a revoked nor an expired key', async () => {
    const expired = await createKey(vitrine.databaseUrl, tenant.accountId, { expiresAt: '2020-01-01T00:00:00Z' });
    expect((await themes({ key: expired })).status).toBe(401);
    const revoked = await createKey(vitrine.databaseUrl, tenant.accountId);
    expect((await themes({ key: revoked })).status).toBe(200);
    await query(vitrine.databaseUrl, 'UPDATE cles SET revoquee_le = now() WHERE prefixe = $1', [revoked.slice(0, 12)]);
    expect((await themes({ key: revoked })).status).toBe(401);
  });

  it('a key notes its use', async () => {
    await themes();
    const { rows } = await query(vitrine.databaseUrl, 'SELECT derniere_utilisation FROM cles WHERE prefixe = $1', [
      tenant.key.slice(0, 12),
    ]);
    expect(rows[0].derniere_utilisation).not.toBeNull();
  });

  it('a key of scope lecture reads and does not write', async () => {
    const key = await createKey(vitrine.databaseUrl, tenant.accountId, { scope: 'lecture' });
    expect((await themes({ key })).status).toBe(200);
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const answer = await themes({ key, method, body: {} });
      expect([answer.status, answer.json().error]).toEqual([403, 'portee_insuffisante']);
    }
  });

  it('without the service credential: 503 indisponible', async () => {
    const bare = await startTestProgram({ SERVICE_DATABASE_URL: '' }, { databaseUrl: vitrine.databaseUrl });
    const answer = await bare.ask({ path: '/api/themes', key: tenant.key });
    expect([answer.status, answer.json().error]).toEqual([503, 'indisponible']);
    await bare.close();
  });

  it.each([
    '/api',
    '/api/',
    '/api/cles',
    '/api/nimporte',
    '/api/themes/x/fichiers/origine',
    '/api/themes/',
  ])('the edge lets %s through to nobody without a session', async (path) => {
    const answer = await vitrine.ask({ path, key: tenant.key });
    expect([answer.status, answer.json().error]).toEqual([401, 'unauthorized']);
  });
});

describe('which site', () => {
  const designate = (site: string) => themes({ headers: { 'X-Service-Site-Cible': site } });

  it('the designated one, by slug or id', async () => {
    expect((await designate(tenant.slug)).json().site.id).toBe(tenant.siteId);
    expect((await designate(tenant.siteId)).json().site.slug).toBe(tenant.slug);
  });

  it('one that is unknown or of another account: 403 site_interdit', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    for (const site of ['inconnu', other.slug, other.siteId]) {
      const answer = await designate(site);
      expect([answer.status, answer.json().error]).toEqual([403, 'site_interdit']);
    }
  });

  it('X-Service-Site has no effect', async () => {
    expect((await themes({ headers: { 'X-Service-Site': 'inconnu' } })).json().site.id).toBe(tenant.siteId);
  });

  it('none at all: 409 no_site', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, 'DELETE FROM membres WHERE compte_id = $1', [other.accountId]);
    const answer = await themes({ key: other.key });
    expect([answer.status, answer.json().error]).toEqual([409, 'no_site']);
  });
});

describe('names', () => {
  it.each([
    ['\u200b', /^Ce nom ne se verrait pas/],
    ['\u202e\u2066', /^Ce nom ne se verrait pas/],
    ['a\tb', /^Un nom tient sur une ligne/],
    ['a\nb', /^Un nom tient sur une ligne/],
    ['a\u0007', /^Un nom tient sur une ligne/],
    ['', /voyez « nom »/],
    ['a'.repeat(81), /voyez « nom »/],
  ])('%j is refused with a sentence, of a theme and of a deployment; nothing is published', async (nom, sentence) => {
    const { key } = await createTenant(vitrine.databaseUrl);
    const id = await install(key);
    const refused = { error: 'invalid_input', message: expect.stringMatching(sentence) };
    const changed = await themes({ key, method: 'PATCH', body: { id, nom, publier: true } });
    expect([changed.status, changed.json()]).toEqual([400, refused]);
    const deployed = await themes({ key, method: 'POST', body: { action: 'deployer', nom, id } });
    expect([deployed.status, deployed.json()]).toEqual([400, refused]);
    expect((await themes({ key })).json().themes).toMatchObject([{ nom: 'Origo', role: 'brouillon' }]);
  });

  it('spaces and line ends at the border are taken off', async () => {
    const id = await install();
    expect((await themes({ method: 'PATCH', body: { id, nom: '\n Été ' } })).status).toBe(200);
    expect((await themes()).json().themes[0].nom).toBe('Été');
  });
});

describe('the life of a theme', () => {
  it('installed as a draft, renamed, published, replaced, deleted', async () => {
    const { key, siteId, slug } = await createTenant(vitrine.databaseUrl);
    const list = async () => (await themes({ key })).json();
    expect(await list()).toEqual({ site: { id: siteId, slug, nom: expect.any(String) }, themes: [] });

    const first = await install(key);
    expect(first).toMatch(UUID);
    const [theme] = (await list()).themes;
    expect(theme).toEqual({
      id: first,
      nom: 'Origo',
      version: '1.1.0',
      role: 'brouillon',
      origine: 'origo',
      maj_le: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
    });

    const renamed = await themes({ key, method: 'PATCH', body: { id: first, nom: '  Le mien ', publier: true } });
    expect([renamed.status, renamed.json()]).toEqual([200, { ok: true }]);
    const second = await install(key);
    const third = await install(key);
    expect((await list()).themes.map((t: { id: string; role: string; nom: string }) => [t.id, t.role, t.nom])).toEqual([
      [first, 'publie', 'Le mien'],
      [third, 'brouillon', 'Origo'],
      [second, 'brouillon', 'Origo'],
    ]);

    const refused = await themes({ key, method: 'DELETE', path: `/api/themes?id=${first}` });
    expect([refused.status, refused.json().error]).toEqual([409, 'theme_publie']);
    await themes({ key, method: 'PATCH', body: { id: second, publier: true } });
    expect((await list()).themes.map((t: { id: string; role: string }) => [t.id, t.role])[0]).toEqual([
      second,
      'publie',
    ]);

    const removed = await themes({ key, method: 'DELETE', path: `/api/themes?id=${first}` });
    expect([removed.status, removed.json()]).toEqual([200, { ok: true }]);
    expect((await list()).themes).toHaveLength(2);
    const again = await themes({ key, method: 'DELETE', path: `/api/themes?id=${first}` });
    expect([again.status, again.json().error]).toEqual([404, 'introuvable']);
  });

  it('a body with only an id changes nothing', async () => {
    const id = await install();
    const before = (await themes()).text;
    expect((await themes({ method: 'PATCH', body: { id, publier: false } })).status).toBe(200);
    expect((await themes({ method: 'PATCH', body: { id } })).status).toBe(200);
    expect((await themes()).text).toBe(before);
  });

  it('publication makes a home page once', async () => {
    const { key, siteId } = await createTenant(vitrine.databaseUrl);
    const pages = async () =>
      (await query(vitrine.databaseUrl, 'SELECT slug FROM pages WHERE site_id = $1', [siteId])).rows;
    const id = await install(key);
    expect(await pages()).toEqual([]);
    for (let n = 0; n < 2; n++) await themes({ key, method: 'PATCH', body: { id, publier: true } });
    expect(await pages()).toEqual([{ slug: '' }]);
  });

  it('parallel publications leave one published theme and none fails', async () => {
    const { key, siteId } = await createTenant(vitrine.databaseUrl);
    const ids = await Promise.all(Array.from({ length: 6 }, () => install(key)));
    const answers = await Promise.all(
      ids.flatMap((id) => [id, id]).map((id) => themes({ key, method: 'PATCH', body: { id, publier: true } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { rows } = await query(
      vitrine.databaseUrl,
      "SELECT count(*)::int AS n FROM themes WHERE site_id = $1 AND role = 'publie'",
      [siteId],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});

describe('what is refused', () => {
  it.each([
    ['POST', {}, 400, 'invalid_input'],
    ['POST', { action: 'installer' }, 400, 'invalid_input'],
    ['POST', { action: 'installer', origine: '' }, 400, 'invalid_input'],
    ['POST', { action: 'installer', origine: 'x'.repeat(41) }, 400, 'invalid_input'],
    ['POST', { action: 'installer', origine: 'nimporte' }, 400, 'theme_inconnu'],
    ['POST', { action: 'installer', origine: '../origo' }, 400, 'theme_inconnu'],
    ['POST', '{"action":', 400, 'invalid_input'],
    ['POST', undefined, 400, 'invalid_input'],
    ['PATCH', { id: '12345678' }, 400, 'invalid_input'],
    ['PATCH', { id: NOBODY, nom: '   ' }, 400, 'invalid_input'],
    ['PATCH', { id: NOBODY, nom: 'x'.repeat(81) }, 400, 'invalid_input'],
    ['PATCH', { id: NOBODY, nom: 'a\0b' }, 400, 'invalid_input'],
    ['PATCH', '{"id":"00000000-0000-4000-8000-000000000000","nom":"\\ud800"}', 400, 'invalid_input'],
    ['PATCH', { id: NOBODY, publier: 'oui' }, 400, 'invalid_input'],
    ['PATCH', { id: NOBODY }, 404, 'introuvable'],
    ['DELETE', undefined, 400, 'invalid_input'],
  ])('%s %j: %i %s', async (method, body, status, error) => {
    const answer = await themes({ method, body });
    expect([answer.status, answer.json().error]).toEqual([status, error]);
    expect(Object.keys(answer.json()).sort()).toEqual(['error', 'message']);
  });

  it('a body that is not JSON by its type: 400 invalid_input', async () => {
    const answer = await themes({ method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.json().error]).toEqual([400, 'invalid_input']);
  });

  it('what is not HTTP: 400 invalid_input', async () => {
    const socket = connect(vitrine.port, '127.0.0.1');
    socket.end('GET / HTTP/1.1\r\nHost: a\r\nAuthorization: a\0b\r\n\r\n');
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'invalid_input' });
  });

  it('a theme of another site is unknown', async () => {
    const other = await createTenant(vitrine.databaseUrl);
    const id = await install(other.key);
    for (const [method, path] of [
      ['PATCH', '/api/themes'],
      ['DELETE', `/api/themes?id=${id}`],
    ] as const) {
      const answer = await themes({ method, path, body: method === 'PATCH' ? { id, publier: true } : undefined });
      expect([answer.status, answer.json().error]).toEqual([404, 'introuvable']);
    }
  });

  it.each([
    ['expire', 402],
    ['aucun', 402],
    ['essai', 201],
    ['retard', 201],
  ] as const)('in the state %s an installation answers %i', async (state, status) => {
    const { key } = await createTenant(vitrine.databaseUrl, { state });
    const answer = await themes({ key, method: 'POST', body: { action: 'installer', origine: 'origo' } });
    expect(answer.status).toBe(status);
    if (status === 402) expect(answer.json()).toMatchObject({ error: 'site_inactif', etat: state });
  });

  it('a suspended site reads and deletes drafts, and writes nothing, before any body is judged', async () => {
    const { key, siteId } = await createTenant(vitrine.databaseUrl);
    const id = await install(key);
    await query(vitrine.databaseUrl, 'UPDATE sites SET suspendu = true WHERE id = $1', [siteId]);
    expect((await themes({ key })).status).toBe(200);
    for (const method of ['POST', 'PATCH']) {
      const answer = await themes({ key, method, body: 'nimporte' });
      expect([answer.status, answer.json().error, answer.json().etat]).toEqual([402, 'site_inactif', 'actif']);
    }
    expect((await themes({ key, method: 'DELETE', path: `/api/themes?id=${id}` })).status).toBe(200);
  });

  it('a site that awaits its first payment: 402 site_a_activer', async () => {
    const { key, siteId } = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, 'UPDATE sites SET a_activer = true WHERE id = $1', [siteId]);
    const answer = await themes({ key, method: 'POST', body: {} });
    expect([answer.status, answer.json().error]).toEqual([402, 'site_a_activer']);
  });

  it('a reader of the site writes nothing: 403 role_insuffisant', async () => {
    const { key, siteId } = await createTenant(vitrine.databaseUrl);
    await query(vitrine.databaseUrl, "UPDATE membres SET role = 'lecteur' WHERE site_id = $1", [siteId]);
    expect((await themes({ key })).status).toBe(200);
    const answer = await themes({ key, method: 'POST', body: {} });
    expect([answer.status, answer.json().error]).toEqual([403, 'role_insuffisant']);
  });
});
