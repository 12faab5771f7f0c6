import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ContentApi, MICROSECONDS, NOBODY, refusalOf, startContentApi, UUID } from '../../support/content-api.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

const list = async () => (await api.ask('GET', '/api/pages')).json().pages;
const read = async (id: string) => (await api.ask('GET', `/api/pages?id=${id}`)).json().page;
const post = (body: object) => api.ask('POST', '/api/pages', body);
const patch = (body: object) => api.ask('PATCH', '/api/pages', body);
const remove = (id: string) => api.ask('DELETE', `/api/pages?id=${id}`);

let made = 0;
const freshSlug = () => `page-${++made}`;
async function create(fields: object = {}): Promise<string> {
  const answer = await post({ slug: freshSlug(), titre: 'P', ...fields });
  expect(answer.status).toBe(201);
  return answer.json().id;
}

describe('/api/pages', () => {
  it('created, listed without content, read, changed, removed', async () => {
    const before = await api.contentVersion();
    const answer = await post({ slug: 'a-propos', titre: ' À propos ', contenu: '<p>é😀</p>' });
    expect([answer.status, answer.json()]).toEqual([201, { ok: true, id: expect.stringMatching(UUID) }]);
    const { id } = answer.json();
    const summary = {
      id,
      slug: 'a-propos',
      titre: 'À propos',
      gabarit: 'page',
      publiee: true,
      maj_le: expect.stringMatching(MICROSECONDS),
    };
    expect(await list()).toEqual([summary]);
    const created = await read(id);
    expect(created).toEqual({
      ...{ ...summary, contenu: '<p>é😀</p>', image: '', seo_titre: '', seo_description: '' },
      ...{
        publie_le: null,
        retire_le: null,
        travail: null,
        prevu: null,
        prevu_le: null,
        montre_le: created.maj_le,
        a_paru: true,
      },
    });
    const afterCreation = await api.contentVersion();
    expect(afterCreation > before).toBe(true);

    expect((await patch({ id, publiee: false })).json()).toEqual({ ok: true });
    const changed = await read(id);
    expect(changed).toEqual({ ...created, publiee: false, maj_le: changed.maj_le, montre_le: changed.maj_le });
    expect(changed.maj_le > created.maj_le).toBe(true);
    const afterChange = await api.contentVersion();
    expect(afterChange > afterCreation).toBe(true);
    const all = { slug: 'nous', titre: '', gabarit: 'page.large', contenu: '', publiee: true };
    await patch({ id: id.toUpperCase(), ...all });
    expect(await read(id)).toMatchObject(all);

    expect((await remove(id)).json()).toEqual({ ok: true });
    expect((await api.contentVersion()) > afterChange).toBe(true);
    expect(await list()).toEqual([]);
    expect(refusalOf(await remove(id))).toEqual([404, 'introuvable']);
    expect(refusalOf(await patch({ id, titre: 'x' }))).toEqual([404, 'introuvable']);
    expect(refusalOf(await api.ask('GET', `/api/pages?id=${id}`))).toEqual([404, 'introuvable']);
  });

  it('PATCH with only an id changes nothing, and knows whether the page is there', async () => {
    const id = await create();
    const before = [await read(id), await api.contentVersion()];
    expect((await patch({ id })).status).toBe(200);
    expect([await read(id), await api.contentVersion()]).toEqual(before);
    expect(refusalOf(await patch({ id: NOBODY }))).toEqual([404, 'introuvable']);
  });

  it('the home page has the slug "", the template index and comes first; it may be removed and made again', async () => {
    const id = await create({ slug: '' });
    const [home] = await list();
    expect(home).toMatchObject({ id, slug: '', gabarit: 'index' });
    expect(refusalOf(await post({ slug: '', titre: 'x' }))).toEqual([409, 'adresse_prise']);
    expect((await remove(id)).status).toBe(200);
    await create({ slug: '' });
  });

  it('a taken slug: 409 adresse_prise, on another site none', async () => {
    const slug = freshSlug();
    const first = await create({ slug });
    const other = await create();
    expect(refusalOf(await post({ slug, titre: 'x' }))).toEqual([409, 'adresse_prise']);
    const before = [await read(other), await api.contentVersion()];
    expect(refusalOf(await patch({ id: other, slug, titre: 'x' }))).toEqual([409, 'adresse_prise']);
    expect([await read(other), await api.contentVersion()]).toEqual(before);
    expect((await patch({ id: first, slug })).status).toBe(200);
    const elsewhere = api.asking(await api.newTenant());
    expect((await elsewhere('POST', '/api/pages', { slug, titre: 'x' })).status).toBe(201);
  });

  it('a slug is taken once under parallel requests', async () => {
    const slug = freshSlug();
    const posted = await Promise.all(Array.from({ length: 8 }, () => post({ slug, titre: 'x' })));
    expect(posted.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const ids = await Promise.all(Array.from({ length: 6 }, () => create()));
    const wanted = freshSlug();
    const patched = await Promise.all(ids.map((id) => patch({ id, slug: wanted })));
    expect(patched.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(409)]);
  });

  it('a page of another site is unknown', async () => {
    const id = await create();
    const elsewhere = api.asking(await api.newTenant());
    expect(refusalOf(await elsewhere('GET', `/api/pages?id=${id}`))).toEqual([404, 'introuvable']);
    expect(refusalOf(await elsewhere('PATCH', '/api/pages', { id, titre: 'x' }))).toEqual([404, 'introuvable']);
    expect(refusalOf(await elsewhere('DELETE', `/api/pages?id=${id}`))).toEqual([404, 'introuvable']);
    expect((await read(id)).titre).toBe('P');
  });

  it('contents up to 524288 UTF-16 units', async () => {
    const id = await create({ contenu: '😀'.repeat(262_144) });
    expect((await read(id)).contenu).toBe('😀'.repeat(262_144));
    expect((await patch({ id, travail: { contenu: '€'.repeat(524_288) } })).status).toBe(200);
    expect((await read(id)).travail).toEqual({ contenu: '€'.repeat(524_288) });
    expect(refusalOf(await patch({ id, contenu: '€'.repeat(524_289) }))).toEqual([400, 'invalid_input']);
    expect(refusalOf(await patch({ id, contenu: `😀${'a'.repeat(524_287)}` }))).toEqual([400, 'invalid_input']);
  });

  it.each([
    ...['blog', 'contact', 'theme-assets', 'polices', 'llms.txt', 'robots.txt', 'sitemap.xml'].map((slug) => ({
      slug,
    })),
    ...['A', 'é', 'a b', '-a', 'a-', 'a/b', '/', '.', '..', 'a\n', 'a_b', 'a'.repeat(81), null, 1].map((slug) => ({
      slug,
    })),
    { titre: 'a'.repeat(201) },
    { titre: null },
    { titre: 'a\0' },
    { gabarit: '' },
    { gabarit: '../index' },
    { gabarit: 'a/b' },
    { gabarit: 'a'.repeat(101) },
    { contenu: null },
    { contenu: 'a\0' },
    { contenu: ['a'] },
    { publiee: 'true' },
    { publiee: null },
  ])('%j: 400 invalid_input in POST and PATCH, nothing written', async (fields) => {
    const id = await create();
    const before = [await list(), await api.contentVersion()];
    expect(refusalOf(await post({ slug: freshSlug(), titre: 'T', ...fields }))).toEqual([400, 'invalid_input']);
    expect(refusalOf(await patch({ id, ...fields }))).toEqual([400, 'invalid_input']);
    expect([await list(), await api.contentVersion()]).toEqual(before);
    await remove(id);
  });

  it.each([{ titre: 'T' }, { slug: 'seul' }])('POST %j lacks a field: 400', async (fields) => {
    expect(refusalOf(await post(fields))).toEqual([400, 'invalid_input']);
  });

  it('a page that has a reserved slug already keeps its other fields changeable', async () => {
    const id = await create();
    await api.sql("UPDATE pages SET slug = 'contact' WHERE id = $1", [id]);
    expect((await patch({ id, titre: 'Nous écrire' })).status).toBe(200);
  });

  it('at most 2000 pages a site, under parallel requests too', async () => {
    const tenant = await api.newTenant();
    const ask = api.asking(tenant);
    await api.sql("INSERT INTO pages (site_id, slug, titre) SELECT $1, 'p' || n, 'P' FROM generate_series(1, 1997) n", [
      tenant.siteId,
    ]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => ask('POST', '/api/pages', { slug: `q${n}`, titre: 'Q' })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(refusalOf)).toEqual(Array(7).fill([400, 'invalid_input']));
    expect(refused[0]?.json().message).toBe('Un site compte au plus 2000 pages.');
    const [{ id }] = (await ask('GET', '/api/pages')).json().pages;
    await ask('DELETE', `/api/pages?id=${id}`);
    expect((await ask('POST', '/api/pages', { slug: 'r', titre: 'R' })).status).toBe(201);
  });
});

describe('what visitors see of it', () => {
  it('a change of a page or menu shows at the next request', async () => {
    const theme = await api.vitrine.ask({
      method: 'POST',
      path: '/api/themes',
      key: api.tenant.key,
      body: { action: 'installer', origine: 'origo' },
    });
    const { themeId } = theme.json();
    const template = '{{ page.titre }}|{{ page.contenu }}|{{ menus.principal[0].enfants[0].titre }}';
    const write = { chemin: 'layout/theme.liquid', contenu: `${template}{{ content_for_layout }}` };
    await api.ask('PUT', `/api/themes/${themeId}/fichiers`, write);
    await api.ask('PATCH', '/api/themes', { id: themeId, publier: true });
    const id = await create({ slug: 'vue', titre: 'Un', contenu: 'abc' });
    const enfants = [{ titre: 'Enfant', url: '/vue' }];
    const visit = async () => {
      const answer = await api.vitrine.ask({ path: '/vue', host: `${api.tenant.slug}.localhost` });
      return [answer.status, answer.text.split('<')[0]?.trim()];
    };
    expect(await visit()).toEqual([200, 'Un|abc|']);
    await api.ask('PATCH', '/api/menus', { menus: { principal: [{ titre: 'P', url: '/', enfants }] } });
    expect(await visit()).toEqual([200, 'Un|abc|Enfant']);
    await patch({ id, titre: 'Deux' });
    expect(await visit()).toEqual([200, 'Deux|abc|Enfant']);
    await remove(id);
    expect((await visit())[0]).toBe(404);
  });
});

describe('a refused field', () => {
  const LONG = { contenu: 'a'.repeat(100_000) };
  it.each([{}, LONG])('is named, in short and long bodies', async (more) => {
    const refusal = async (body: object) => (await post({ slug: freshSlug(), titre: 'P', ...more, ...body })).json();
    const refused = (reason: string) => ({
      error: 'invalid_input',
      message: `La requête est absente, illisible ou hors limites : ${reason}.`,
    });
    expect(await refusal({ publiee: 'oui' })).toEqual(refused('voyez « publiee »'));
    expect(await refusal({ gabari: 'page' })).toEqual(refused('« gabari » n’est pas un champ, peut-être « gabarit »'));
    expect(await refusal({ gabarit: 'page', gabari: 'page' })).toMatchObject({ ok: true });
  });

  it('is named where the database judges the field, too', async () => {
    const garde = { site: api.tenant.siteId, majLe: '2026-02-31T00:00:00Z' };
    const { message } = (await patch({ id: await create(), titre: 'x', garde })).json();
    expect(message).toContain('« garde.majLe »');
  });

  it('a page may be without a title; a blog may not', async () => {
    expect((await read(await create({ titre: '' }))).titre).toBe('');
    const answer = await api.ask('POST', '/api/blogs', { slug: freshSlug(), titre: '' });
    expect([answer.status, answer.json().message]).toEqual([400, expect.stringContaining('« titre »')]);
  });
});

describe('a title of which nothing would be seen', () => {
  const UNSEEN = ['\u200b', '\u202e\u2066', ' \u00a0', '\ufeff', '\u3164\u2800'];

  it.each(
    UNSEEN,
  )('%j is refused with a sentence: a page, a blog, an article; made or changed, in short and long bodies', async (titre) => {
    const refused = { error: 'invalid_input', message: expect.stringMatching(/^Ce nom ne se verrait pas/) };
    const { id: blog_id } = (await api.ask('POST', '/api/blogs', { slug: freshSlug(), titre: 'B' })).json();
    const made = await api.ask('POST', '/api/articles', { blog_id, slug: freshSlug(), titre: 'A' });
    const long = { contenu: 'a'.repeat(100_000) };
    const asked: readonly [string, string, object][] = [
      ['POST', 'pages', { slug: freshSlug(), titre }],
      ['POST', 'pages', { slug: freshSlug(), titre, ...long }],
      ['PATCH', 'pages', { id: await create(), titre }],
      ['POST', 'blogs', { slug: freshSlug(), titre }],
      ['PATCH', 'blogs', { id: blog_id, titre }],
      ['POST', 'articles', { blog_id, slug: freshSlug(), titre, ...long }],
      ['PATCH', 'articles', { id: made.json().id, titre }],
    ];
    for (const [method, path, body] of asked) {
      const answer = await api.ask(method, `/api/${path}`, body);
      expect([method, path, answer.status, answer.json()]).toEqual([method, path, 400, refused]);
    }
  });

  it('one with something to see beside is taken as it is', async () => {
    const id = await create({ titre: '\u202eabc\u200b' });
    expect((await read(id)).titre).toBe('\u202eabc\u200b');
  });
});
