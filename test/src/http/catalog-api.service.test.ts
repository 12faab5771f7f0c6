import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyEdition, type CatalogTheme, readCatalogTheme } from '../../../src/themes/catalog.ts';
import { type Client, createClient, refusal } from '../../support/client.ts';
import { createKey, sharedProgram, type TestProgram } from '../../support/program.ts';
import { refuseRows } from '../../support/refused-rows.ts';

let vitrine: TestProgram;
let client: Client;

beforeAll(async () => {
  vitrine = await sharedProgram();
});
beforeEach(async () => {
  client = await createClient(vitrine);
});
afterAll(() => vitrine.close());

describe('GET /api/themes/<theme_id>/fichiers/origine', () => {
  const original = (id: string, query: string, more: object = {}) =>
    client.ask({ path: `/api/themes/${id}/fichiers/origine${query}`, besideSession: true, ...more });

  it('the file as the catalog delivers it now, with both versions; kept privately for one minute', async () => {
    const id = await client.install();
    await client.put(id, 'layout/theme.liquid', 'à moi');
    await client.sql("UPDATE themes SET version = '0.9' WHERE id = $1", [id]);
    const answer = await original(id, '?chemin=layout/theme.liquid');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'private, max-age=60']);
    expect(answer.json()).toEqual({
      origine: { id: 'origo', nom: 'Origo', version: '1.1.0' },
      installee: '0.9',
      contenu: await readFile(new URL('../../../catalog/origo/layout/theme.liquid', import.meta.url), 'utf8'),
    });
  });

  it('a key of scope lecture may read it', async () => {
    const id = await client.install();
    const key = await createKey(vitrine.databaseUrl, client.tenant.accountId, { scope: 'lecture' });
    expect((await original(id, '?chemin=layout/theme.liquid', { key })).status).toBe(200);
  });

  it.each([null, 'disparu', '__proto__'])('a theme of origin %j: 404 sans_origine', async (origin) => {
    const id = await client.install();
    await client.sql('UPDATE themes SET origine = $2 WHERE id = $1', [id, origin]);
    const answer = await original(id, '?chemin=layout/theme.liquid');
    expect(refusal(answer)).toEqual([404, 'sans_origine']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each([
    'assets/ajoute.css',
    '/layout/theme.liquid',
    '../../package.json',
    '__proto__',
    'constructor',
    'x\0',
  ])('the path %j: 404 absent_de_l_original', async (path) => {
    const id = await client.install();
    await client.put(id, 'assets/ajoute.css', '');
    expect(refusal(await original(id, `?chemin=${encodeURIComponent(path)}`))).toEqual([404, 'absent_de_l_original']);
  });

  it.each(['', '?chemin=', '?chemin=a&chemin=b'])('%j: 400 invalid_input', async (query) => {
    expect(refusal(await original(await client.install(), query))).toEqual([400, 'invalid_input']);
  });

  it('a theme unknown or of another site: 404 introuvable, before the parameter is judged', async () => {
    const other = await createClient(vitrine);
    for (const id of ['12345678', '00000000-0000-4000-8000-000000000000', await other.install()]) {
      expect(refusal(await original(id, ''))).toEqual([404, 'introuvable']);
    }
  });

  it('without a session: 401 unauthorized, with a key too', async () => {
    const id = await client.install();
    const answer = await original(id, '?chemin=layout/theme.liquid', { besideSession: false });
    expect(refusal(answer)).toEqual([401, 'unauthorized']);
  });
});

describe('POST /api/store/themes', () => {
  const install = (body: unknown, more: object = {}) =>
    client.ask({ method: 'POST', path: '/api/store/themes', besideSession: true, body, ...more });

  it.each([
    [undefined, 'brouillon', false],
    [false, 'brouillon', false],
    [true, 'publie', true],
  ])('publier %j: 201, the theme is %s', async (publier, role, publie) => {
    const answer = await install({ origine: 'origo', publier });
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, themeId: expect.any(String), publie }]);
    expect(await client.list()).toMatchObject([
      { id: answer.json().themeId, role, origine: 'origo', version: '1.1.0' },
    ]);
    const { rows } = await client.sql('SELECT slug FROM pages WHERE site_id = $1', [client.tenant.siteId]);
    expect(rows).toEqual(publie ? [{ slug: '' }] : []);
  });

  it('published at once, it takes the place of the published theme', async () => {
    const first = (await install({ origine: 'origo', publier: true })).json().themeId;
    const second = (await install({ origine: 'origo', publier: true })).json().themeId;
    expect((await client.list()).map(({ id, role }) => [id, role])).toEqual([
      [second, 'publie'],
      [first, 'brouillon'],
    ]);
  });

  it('parallel ones leave one published theme, and none fails', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => install({ origine: 'origo', publier: true })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect((await client.list()).filter(({ role }) => role === 'publie')).toHaveLength(1);
  });

  it.each([
    [{ origine: 'nimporte' }, 'theme_inconnu'],
    [{ origine: '__proto__', publier: true }, 'theme_inconnu'],
    [{ origine: '' }, 'invalid_input'],
    [{ origine: 'x'.repeat(41) }, 'invalid_input'],
    [{ origine: 'origo', publier: 'oui' }, 'invalid_input'],
    [{}, 'invalid_input'],
    [undefined, 'invalid_input'],
  ])('%j: 400 %s, nothing made', async (body, error) => {
    expect(refusal(await install(body))).toEqual([400, error]);
    expect(await client.list()).toEqual([]);
  });

  it('a publication that fails leaves no theme: 500 publication_impossible', async () => {
    const allow = await refuseRows(vitrine.databaseUrl, 'themes', "role <> 'publie'");
    const answer = await install({ origine: 'origo', publier: true });
    await allow();
    expect(refusal(answer)).toEqual([500, 'publication_impossible']);
    expect(await client.list()).toEqual([]);
  });

  it('the same checks in the same order as POST /api/themes', async () => {
    expect(refusal(await install('nimporte', { besideSession: false }))).toEqual([401, 'unauthorized']);
    const key = await createKey(vitrine.databaseUrl, client.tenant.accountId, { scope: 'lecture' });
    expect(refusal(await install('nimporte', { key }))).toEqual([403, 'portee_insuffisante']);
    await client.sql('UPDATE sites SET suspendu = true WHERE id = $1', [client.tenant.siteId]);
    expect(refusal(await install('nimporte'))).toEqual([402, 'site_inactif']);
  });
});

describe('an edition', () => {
  const install = (path: string, body: object) =>
    client.ask({ method: 'POST', path, besideSession: true, body: { origine: 'origo', ...body } });
  const routes = [
    ['/api/themes', { action: 'installer' }],
    ['/api/store/themes', {}],
  ] as const;

  it.each(routes)('%s %j installs the theme with its values', async (path, body) => {
    const catalog = (await readCatalogTheme('origo')) as CatalogTheme;
    for (const edition of [undefined, 'rivage', 'tablee']) {
      const answer = await install(path, { ...body, edition });
      expect(answer.status).toBe(201);
      const stored = await client.stored(answer.json().themeId);
      const files = Object.fromEntries(stored.map(({ chemin, contenu }) => [chemin, contenu]));
      expect(files).toEqual(edition === undefined ? catalog.files : applyEdition(catalog, edition));
    }
  });

  it.each(routes)('%s %j: one that the theme does not have is refused, nothing is installed', async (path, body) => {
    const count = async () => (await client.sql('SELECT count(*)::int AS n FROM themes')).rows[0]?.n;
    const before = await count();
    for (const edition of ['inconnue', '__proto__', '', 'e'.repeat(41), 3, null]) {
      expect(refusal(await install(path, { ...body, edition }))).toEqual([400, 'invalid_input']);
    }
    expect(await count()).toBe(before);
  });
});
