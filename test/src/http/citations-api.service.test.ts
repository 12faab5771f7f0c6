import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ContentApi, NOBODY, refusalOf, startContentApi } from '../../support/content-api.ts';

let api: ContentApi;
beforeAll(async () => {
  api = await startContentApi();
});
afterAll(() => api.vitrine.close());

const idOf = async (path: string, body: object): Promise<string> => (await api.ask('POST', path, body)).json().id;

it('who names the address of a page or an article, whole and not as a part of another', async () => {
  const id = await idOf('/api/pages', { slug: 'tarifs', titre: 'Tarifs', contenu: '<a href="/tarifs">moi</a>' });
  const blog_id = await idOf('/api/blogs', { slug: 'journal', titre: 'J', description: 'Voir /tarifs.' });
  const article = await idOf('/api/articles', { blog_id, slug: 'un', titre: 'Un', contenu: 'rien' });
  const naming: Record<string, string> = {
    '<a href="/tarifs">': 'simple',
    "<a href='/tarifs?x=1#y'>": 'question',
    '<a href="/tarifs/">': 'barre',
    [`<a href="https://${api.tenant.slug}.exemple.fr/tarifs">`]: 'hote',
  };
  const others = [
    ...['<a href="/tarifs-2024">', '<a href="/tarifs/plus">', '<a href="/anciens/tarifs">', '<a href="/tarifs.css">'],
    ...['<a href="https://ailleurs.fr/tarifs">', '<a href="/nos_tarifs">', '/Tarifs', '<a href="/tarifs2">'],
  ];
  for (const [contenu, titre] of Object.entries(naming))
    await idOf('/api/pages', { slug: `n-${titre}`, titre, contenu });
  for (const [n, contenu] of others.entries())
    await idOf('/api/pages', { slug: `a${n}`, titre: `autre ${n}`, contenu });
  const work = await idOf('/api/pages', { slug: 'travail', titre: 'En travail' });
  await api.ask('PATCH', '/api/pages', { id: work, travail: { contenu: '<a href="/tarifs">et /blog/journal/un</a>' } });
  const menus = { principal: [{ libelle: 'Tarifs', lien: '/tarifs', enfants: [] }] };
  await api.sql('INSERT INTO menus (site_id, menus) VALUES ($1, $2)', [api.tenant.siteId, menus]);

  const citations = (await api.ask('GET', `/api/pages?id=${id}&citations`)).json().citations;
  expect(citations.map(({ genre, nom }: { genre: string; nom: string }) => `${genre} ${nom}`).sort()).toEqual(
    ['page simple', 'page question', 'page barre', 'page hote', 'page En travail', 'blog J', 'menu principal'].sort(),
  );
  const ofArticle = (await api.ask('GET', `/api/articles?id=${article}&citations`)).json().citations;
  expect(ofArticle).toEqual([{ genre: 'page', id: work, nom: 'En travail' }]);
  expect(refusalOf(await api.ask('GET', `/api/pages?id=${NOBODY}&citations`))).toEqual([404, 'introuvable']);
  expect(refusalOf(await api.ask('GET', `/api/pages?id=${article}&citations`))).toEqual([404, 'introuvable']);
});

it('who names the address of a blog, or what is beneath', async () => {
  const id = await idOf('/api/blogs', { slug: 'carnet', titre: 'Carnet', description: '' });
  const article = await idOf('/api/articles', { blog_id: id, slug: 'b', titre: 'Dedans', contenu: '/blog/carnet/b' });
  const naming = ['/blog/carnet', '/blog/carnet/', '/blog/carnet/b#c', '/blog/carnet.atom', '/blog/carnet?page=2'];
  const others = [
    '/blog/carnets',
    '/blog/carnet-2',
    '/blog/carnet_2',
    '/vieux/blog/carnet',
    'https://ailleurs.fr/blog/carnet',
  ];
  const named: string[] = [article];
  for (const [n, address] of naming.entries())
    named.push(await idOf('/api/pages', { slug: `oui-${n}`, titre: 'oui', contenu: `<a href="${address}">` }));
  for (const [n, address] of others.entries())
    await idOf('/api/pages', { slug: `non-${n}`, titre: 'non', contenu: `<a href="${address}">` });
  const { citations } = (await api.ask('GET', `/api/blogs?id=${id}&citations`)).json();
  expect(citations.map((one: { id: string }) => one.id).sort()).toEqual(named.sort());
  expect(refusalOf(await api.ask('GET', `/api/blogs?id=${article}&citations`))).toEqual([404, 'introuvable']);
  expect((await api.ask('GET', `/api/blogs?id=${id}`)).json().blog).toMatchObject({ slug: 'carnet' });
});
