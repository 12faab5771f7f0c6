/** What changed addresses of texts leave, over HTTP. */
import { beforeAll, expect, it } from 'vitest';
import { sharedProgram } from '../../support/program.ts';
import { createRedirectingSite, type RedirectingSite } from '../../support/redirecting-site.ts';

let site: RedirectingSite;
beforeAll(async () => {
  site = await createRedirectingSite(await sharedProgram());
});

const idOf = async (path: string, body: object): Promise<string> => (await site.manage('POST', path, body)).json().id;
const addPage = (slug: string, more: object = {}) => idOf('/api/pages', { slug, titre: slug, ...more });
const addBlog = (slug: string) => idOf('/api/blogs', { slug, titre: slug });
const addArticle = (blog_id: string, slug: string, more: object = {}) =>
  idOf('/api/articles', { blog_id, slug, titre: slug, ...more });
const change = (path: string, id: string, more: object) => site.manage('PATCH', path, { id, ...more });

it('fifty new addresses of a page lead from each former one to the present one in one hop', async () => {
  const id = await addPage('etape-0');
  for (let n = 1; n <= 50; n++) await change('/api/pages', id, { slug: `etape-${n}` });
  for (let n = 0; n < 50; n++) expect(await site.led(`/etape-${n}`)).toEqual([301, '/etape-50']);
  expect(await site.led('/etape-50')).toEqual([200, undefined]);
  await change('/api/pages', id, { slug: 'etape-0' });
  for (let n = 1; n <= 50; n++) expect(await site.led(`/etape-${n}`)).toEqual([301, '/etape-0']);
  expect(await site.led('/etape-0')).toEqual([200, undefined]);
});

it('a renamed blog leads on with its articles, its feed and its pages; an article that moves again too', async () => {
  const [one, other] = [await addBlog('un'), await addBlog('autre')];
  const id = await addArticle(one, 'essai');
  await change('/api/blogs', one, { slug: 'deux' });
  expect(await site.led('/blog/un')).toEqual([301, '/blog/deux']);
  expect(await site.led('/blog/un?page=2')).toEqual([301, '/blog/deux?page=2']);
  expect(await site.led('/blog/un.atom')).toEqual([301, '/blog/deux.atom']);
  expect(await site.led('/blog/Un/Essai/')).toEqual([301, '/blog/deux/essai']);
  await change('/api/articles', id, { slug: 'essai-2' });
  await change('/api/articles', id, { blog_id: other });
  for (const path of ['/blog/un/essai', '/blog/deux/essai', '/blog/deux/essai-2']) {
    expect(await site.led(path), path).toEqual([301, '/blog/autre/essai-2']);
  }
  await change('/api/blogs', one, { slug: 'un' });
  expect(await site.led('/blog/un')).toEqual([200, undefined]);
  expect(await site.led('/blog/deux')).toEqual([301, '/blog/un']);
  for (const path of ['/blog/un/essai', '/blog/deux/essai', '/blog/deux/essai-2']) {
    expect(await site.led(path), path).toEqual([301, '/blog/autre/essai-2']);
  }
  // Another article takes an address, and nothing of what was led there before.
  await addArticle(one, 'essai');
  expect(await site.led('/blog/un/essai')).toEqual([200, undefined]);
  expect(await site.led('/blog/deux/essai')).toEqual([301, '/blog/autre/essai-2']);
});

it('an address that nobody has seen, or that is declined, leaves nothing; what led there moves along', async () => {
  const draft = await addPage('brouillon', { publiee: false });
  await site.lead('/vers-brouillon', '/brouillon?a=1#b');
  await change('/api/pages', draft, { slug: 'esquisse' });
  expect((await site.led('/brouillon'))[0]).toBe(404);
  expect(await site.led('/vers-brouillon')).toEqual([301, '/esquisse?a=1#b']);
  const id = await addPage('refusee');
  await site.lead('/vers-refusee', '/refusee');
  await change('/api/pages', id, { slug: 'acceptee', redirection: false });
  expect((await site.led('/refusee'))[0]).toBe(404);
  expect(await site.led('/vers-refusee')).toEqual([301, '/acceptee']);
  const planned = await addArticle(await addBlog('plans'), 'demain', { publie_le: '2999-01-01T00:00:00Z' });
  await change('/api/articles', planned, { slug: 'apres' });
  expect((await site.led('/blog/plans/demain'))[0]).toBe(404);
});

it('a text that was seen and is hidden leads on; a work that is published with its address too', async () => {
  const id = await addPage('vue');
  await change('/api/pages', id, { publiee: false });
  await change('/api/pages', id, { slug: 'vue-2' });
  await change('/api/pages', id, { travail: { slug: 'vue-3' }, publier: true });
  expect(await site.led('/vue')).toEqual([301, '/vue-3']);
  expect(await site.led('/vue-2')).toEqual([301, '/vue-3']);
});

it('a blog that comes back takes its address', async () => {
  const id = await addBlog('perdu');
  await site.manage('DELETE', `/api/blogs?id=${id}`);
  await site.lead('/blog/perdu', '/ailleurs');
  expect(await site.led('/blog/perdu')).toEqual([301, '/ailleurs']);
  await site.manage('POST', '/api/contenus-supprimes', { id });
  await site.manage('PATCH', '/api/blogs', { id, slug: 'retrouve' });
  expect(await site.led('/blog/perdu')).toEqual([301, '/blog/retrouve']);
});

it('a refused change leaves no redirect', async () => {
  await addPage('prise');
  const id = await addPage('libre');
  const answer = await site.ask('PATCH', '/api/pages', { id, slug: 'prise' });
  expect(answer.json().error).toBe('adresse_prise');
  expect((await site.ask('GET', '/api/redirections?de=/libre')).status).toBe(404);
});
