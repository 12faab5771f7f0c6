import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ask, type ContentApi, NOBODY, refusalOf, startContentApi } from '../../support/content-api.ts';

let api: ContentApi;
let ask: Ask;
beforeAll(async () => {
  api = await startContentApi();
  ask = api.ask;
});
afterAll(() => api.vitrine.close());

const deleted = async () => (await ask('GET', '/api/contenus-supprimes')).json().contenus;
const restore = (id: string) => ask('POST', '/api/contenus-supprimes', { id });
const idOf = async (path: string, body: object): Promise<string> => (await ask('POST', path, body)).json().id;

it('a deleted page comes back with all that it had, not published, under another address where its own is taken', async () => {
  const id = await idOf('/api/pages', { slug: 'tarifs', titre: 'Tarifs', contenu: '<p>é</p>', seo_titre: 'S' });
  await ask('PATCH', '/api/pages', { id, travail: { titre: 'Prix' } });
  await ask('PATCH', '/api/pages', { id, prevoir: '2099-01-01T00:00:00Z' });
  await ask('PATCH', '/api/pages', { id, travail: { seo_titre: 'T' } });
  const before = (await ask('GET', `/api/pages?id=${id}`)).json().page;
  await ask('DELETE', `/api/pages?id=${id}`);
  expect(await deleted()).toEqual([
    { id, genre: 'page', titre: 'Tarifs', auteur: expect.any(String), supprime_le: expect.any(String) },
  ]);
  expect(refusalOf(await ask('POST', '/api/pages', { id, slug: 'x', titre: 'x' }))).toEqual([404, 'introuvable']);
  await idOf('/api/pages', { slug: 'tarifs', titre: 'Autres' });
  const content = await api.contentVersion();
  expect((await restore(id)).json()).toEqual({ ok: true, id, slug: 'tarifs-2' });
  expect(await api.contentVersion()).toBe(content);
  const { maj_le: _, montre_le: __, ...page } = (await ask('GET', `/api/pages?id=${id}`)).json().page;
  expect(page).toMatchObject({
    ...{ id, slug: 'tarifs-2', titre: 'Tarifs', contenu: before.contenu, seo_titre: 'S', publiee: false },
    ...{ travail: { titre: 'Prix', seo_titre: 'T' }, prevu: null, prevu_le: null },
  });
  expect(await deleted()).toEqual([]);
  expect((await ask('GET', `/api/pages?id=${id}&versions`)).json().versions.length).toBeGreaterThan(1);
  expect(refusalOf(await restore(id))).toEqual([404, 'introuvable']);
  expect(refusalOf(await restore(NOBODY))).toEqual([404, 'introuvable']);
});

it('a blog goes and comes back with its thousands of articles; one that was deleted before stays deleted', async () => {
  const blog_id = await idOf('/api/blogs', { slug: 'journal', titre: 'Journal', description: 'D' });
  const early = await idOf('/api/articles', { blog_id, slug: 'avant', titre: 'Avant' });
  await ask('DELETE', `/api/articles?id=${early}`);
  await api.sql(
    `INSERT INTO articles (site_id, blog_id, slug, titre, contenu) SELECT $1, $2, 'a' || n, 'A' || n, repeat('texte ', 200)
     FROM generate_series(1, 4000) n`,
    [api.tenant.siteId, blog_id],
  );
  expect((await ask('DELETE', `/api/blogs?id=${blog_id}`)).status).toBe(200);
  expect((await ask('GET', '/api/articles')).json().articles).toEqual([]);
  const first = (await ask('GET', '/api/contenus-supprimes')).json();
  expect(first.contenus).toHaveLength(100);
  const next = (await ask('GET', `/api/contenus-supprimes?avant=${first.suite}`)).json().contenus;
  expect(new Set([...first.contenus, ...next].map(({ id }) => id)).size).toBe(200);

  // Without any blog an article cannot come back, with another one it goes there.
  expect(refusalOf(await restore(early))).toEqual([409, 'sans_blog']);
  const other = await idOf('/api/blogs', { slug: 'journal', titre: 'Autre' });
  expect((await restore(early)).json()).toEqual({ ok: true, id: early, slug: 'avant' });
  expect((await ask('GET', `/api/articles?id=${early}`)).json().article).toMatchObject({
    blog_id: other,
    publie: false,
  });
  await ask('DELETE', `/api/articles?id=${early}`);

  expect((await restore(blog_id)).json()).toEqual({ ok: true, id: blog_id, slug: 'journal-2' });
  const { articles } = (await ask('GET', '/api/articles')).json();
  expect(articles).toHaveLength(4000);
  expect(articles.every((one: { publie: boolean; blog_id: string }) => !one.publie && one.blog_id === blog_id)).toBe(
    true,
  );
  expect((await deleted()).map(({ id }: { id: string }) => id)).toEqual([early]);
});

it('what is full, too old, or of another site does not come back', async () => {
  const id = await idOf('/api/pages', { slug: 'vieille', titre: 'Vieille' });
  await ask('DELETE', `/api/pages?id=${id}`);
  const elsewhere = api.asking(await api.newTenant());
  expect(refusalOf(await elsewhere('POST', '/api/contenus-supprimes', { id }))).toEqual([404, 'introuvable']);
  expect((await elsewhere('GET', '/api/contenus-supprimes')).json().contenus).toEqual([]);
  await api.sql("UPDATE contenus_supprimes SET supprime_le = now() - interval '31 days' WHERE id = $1", [id]);
  expect(refusalOf(await restore(id))).toEqual([404, 'introuvable']);
});

it('deletion, restoration and publication at once: one outcome, and nothing is lost', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await idOf('/api/pages', { id: randomUUID(), slug: `course-${round}`, titre: 'C', publiee: false });
    await ask('PATCH', '/api/pages', { id, travail: { contenu: 'dernier mot' } });
    const answers = await Promise.all([
      ask('PATCH', '/api/pages', { id, publier: true }),
      ask('DELETE', `/api/pages?id=${id}`),
      ask('DELETE', `/api/pages?id=${id}`),
      ask('PATCH', '/api/pages', { id, travail: { contenu: 'dernier mot' } }),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect([answers[1]?.status, answers[2]?.status].sort()).toEqual([200, 404]);
    const back = await Promise.all([restore(id), restore(id)]);
    expect(back.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { page } = (await ask('GET', `/api/pages?id=${id}`)).json();
    expect([page.contenu, page.travail?.contenu]).toContain('dernier mot');
  }
});

it('says whether an address is free, and proposes one that is', async () => {
  const free = async (query: Record<string, string>) =>
    (await ask('GET', `/api/adresses-libres?${new URLSearchParams({ genre: 'page', ...query })}`)).json();
  const id = await idOf('/api/pages', { slug: 'horaires', titre: 'H' });
  expect(await free({ slug: 'horaires' })).toEqual({ libre: false, proposee: 'horaires-2' });
  expect(await free({ slug: 'horaires', sauf: id })).toEqual({ libre: true, proposee: 'horaires' });
  expect(await free({ slug: 'blog' })).toEqual({ libre: false, proposee: 'blog-2' });
  expect(await free({ slug: 'Été & Co' })).toEqual({ libre: false, proposee: 'ete-co' });
  expect(await free({ slug: '///' })).toEqual({ libre: false, proposee: 'page' });
  const long = 'a'.repeat(80);
  await idOf('/api/pages', { slug: long, titre: 'L' });
  expect(await free({ slug: long })).toEqual({ libre: false, proposee: `${'a'.repeat(74)}-2` });
  const twice = await idOf('/api/pages', { slug: 'a--b', titre: 'Deux traits' });
  expect(await free({ slug: 'a--b' })).toEqual({ libre: false, proposee: 'a-b' });
  expect((await ask('DELETE', `/api/pages?id=${twice}`)).status).toBe(200);
  await idOf('/api/pages', { slug: 'a--b', titre: 'À sa place' });
  expect((await restore(twice)).json()).toMatchObject({ id: twice, slug: 'a-b' });
  const blog_id = await idOf('/api/blogs', { slug: 'nouvelles', titre: 'N' });
  await idOf('/api/articles', { blog_id, slug: 'un', titre: 'Un' });
  expect(await free({ genre: 'article', blog: blog_id, slug: 'un' })).toEqual({ libre: false, proposee: 'un-2' });
  expect(await free({ genre: 'article', slug: 'un' })).toEqual({ libre: true, proposee: 'un' });
});
