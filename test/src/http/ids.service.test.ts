import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, refusal } from '../../support/client.ts';
import { createTenant, sharedProgram, type TestProgram } from '../../support/program.ts';
import { type SignedIn, signIn } from '../../support/sign-in.ts';

/** Ids are taken in any case wherever the API takes one. */

let vitrine: TestProgram;
let client: Client;
let owner: SignedIn;
let themeId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  owner = await signIn(vitrine, client.tenant);
  themeId = await client.install();
});
afterAll(() => vitrine.close());

const WRITINGS: readonly [string, (id: string) => string][] = [
  ['capitals', (id) => id.toUpperCase()],
  ['both', (id) => [...id].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join('')],
];
/** As the owner, from a page of the platform. */
const ask = (method: string, path: string, body?: object) =>
  vitrine.ask({ method, path, headers: owner.headers, body });
const added = async (path: string, body: object): Promise<string> => {
  const answer = await ask('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.json().id ?? answer.json().themeId;
};
const ok = async (method: string, path: string, body?: object) => {
  const answer = await ask(method, path, body);
  expect([method, path, answer.status]).toEqual([method, path, 200]);
  return answer.json();
};

describe.each(WRITINGS)('in %s', (name, written) => {
  it('X-Service-Site-Cible designates the site, and only the caller’s', async () => {
    const headers = (id: string) => ({ 'X-Service-Site-Cible': written(id) });
    const answer = await client.ask({ path: '/api/themes', headers: headers(client.tenant.siteId) });
    expect([answer.status, answer.json().site?.id]).toEqual([200, client.tenant.siteId]);
    const other = await createTenant(vitrine.databaseUrl);
    expect(refusal(await client.ask({ path: '/api/themes', headers: headers(other.siteId) }))).toEqual([
      403,
      'site_interdit',
    ]);
    const slug = client.tenant.slug.toUpperCase();
    expect(refusal(await client.ask({ path: '/api/themes', headers: { 'X-Service-Site-Cible': slug } }))).toEqual([
      403,
      'site_interdit',
    ]);
  });

  it('a path names the theme, with its whole answer', async () => {
    for (const query of ['', '?diagnostics', '?versions', '?chemin=layout/theme.liquid']) {
      const path = (id: string) => `/api/themes/${id}/fichiers${query}`;
      expect(await ok('GET', path(written(themeId)))).toEqual(await ok('GET', path(themeId)));
    }
    expect((await client.put(written(themeId), 'assets/a.css', name)).status).toBe(200);
    await ok('POST', `/api/themes/${written(themeId)}/diagnostics`, {});
    await ok('GET', `/api/themes/${written(themeId)}/fichiers/origine?chemin=layout/theme.liquid`);
    expect((await ask('GET', `/api/themes/${written(themeId)}/export`)).status).toBe(200);
  });

  it('bodies and queries name themes, pages, blogs, articles, requests and keys', async () => {
    const copy = await added('/api/themes', { action: 'dupliquer', id: written(themeId) });
    await ok('PATCH', '/api/themes', { id: written(copy), nom: `Copie ${name}` });
    await ok('POST', '/api/themes', { action: 'profiler', id: written(copy), adresse: '/' });
    await ok('POST', '/api/themes', { action: 'repeter', id: written(copy) });
    await ok('POST', '/api/themes', { action: 'actualiser', id: written(copy) });
    await ok('DELETE', `/api/themes?id=${written(copy)}`);

    const page = await added('/api/pages', { slug: name, titre: 'Page' });
    await ok('PATCH', '/api/pages', { id: written(page), titre: 'Autre' });
    expect((await ok('GET', `/api/pages?id=${written(page)}`)).page).toMatchObject({ id: page, titre: 'Autre' });
    await ok('DELETE', `/api/pages?id=${written(page)}`);

    const blog = await added('/api/blogs', { slug: name, titre: 'Blog' });
    const article = await added('/api/articles', { blog_id: written(blog), slug: 'a', titre: 'Article' });
    await ok('PATCH', '/api/articles', { id: written(article), blog_id: written(blog), titre: 'Autre' });
    expect((await ok('GET', `/api/articles?id=${written(article)}`)).article).toMatchObject({
      id: article,
      blog_id: blog,
    });

    const { majLe } = await ok('GET', '/api/menus');
    await ok('PATCH', '/api/menus', { menus: {}, garde: { site: written(client.tenant.siteId), majLe } });

    await client.sql(
      "INSERT INTO demandes (site_id, page, champs, ordre) SELECT $1, '/', '{}', '{}' FROM generate_series(1, 3)",
      [client.tenant.siteId],
    );
    const { suite } = await ok('GET', '/api/demandes?limite=1');
    const [instant, id] = suite.split('_');
    const older = await ok('GET', `/api/demandes?avant=${instant}_${written(id)}`);
    expect(older.demandes.length).toBeGreaterThanOrEqual(2);
    await ok('DELETE', `/api/demandes?id=${written(older.demandes[0].id)}`);

    const key = await added('/api/cles', { nom: name });
    await ok('DELETE', `/api/cles?id=${written(key)}`);
  });

  it('the studio names a site and a theme', async () => {
    const { siteId } = client.tenant;
    for (const path of [`/studio/${written(siteId)}`, `/studio/${written(siteId)}/themes/${written(themeId)}`]) {
      expect([path, (await ask('GET', path)).status]).toEqual([path, 200]);
    }
  });
});
