/** Other hosts of a site that has a chosen main address: pages and feeds lead on to it, the rest answers where it is asked for. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CODE, giveCode, protect } from '../../../support/access-code.ts';
import { URLENCODED } from '../../../support/contact.ts';
import { query } from '../../../support/database.ts';
import { adminJson } from '../../../support/operator.ts';
import {
  BEHIND_EDGE,
  lentRenderer,
  sharedProgram,
  startTestProgram,
  type TestProgram,
} from '../../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../../support/public-site.ts';

const MAIN = 'www.chez-zoe.fr';
const OTHER = 'chez-zoe.com';
const WITH_PORT = 'https://service.example:8443';

let vitrine: TestProgram;
let https: TestProgram;
let site: PublicSite;
let main: string;
/** The hosts that are not the main address. */
let others: string[];
beforeAll(async () => {
  vitrine = await sharedProgram(BEHIND_EDGE);
  https = await startTestProgram(
    { BASE_URL: WITH_PORT },
    { databaseUrl: vitrine.databaseUrl, sandbox: await lentRenderer(1) },
  );
  site = await createPublicSite(vitrine, { 'layout/theme.liquid': '[{{ page.demande }}]', 'assets/a.css': 'main {}' });
  const blog = (await site.manage('POST', '/api/blogs', { slug: 'journal', titre: 'Journal' })).json().id;
  await site.manage('POST', '/api/articles', { blog_id: blog, slug: 'a', titre: 'A' });
  await site.manage('POST', '/api/pages', { slug: 'nous', titre: 'Nous' });
  for (const host of [MAIN, OTHER])
    await adminJson(vitrine.databaseUrl, 'site', 'domaine', site.slug, '--ajouter', host);
  main = `http://${MAIN}:${vitrine.port}`;
  others = [site.host, OTHER];
});
afterAll(() => Promise.all([vitrine.close(), https.close()]));
beforeEach(() => choose(MAIN));

const domain = (...words: string[]) => adminJson(vitrine.databaseUrl, 'site', 'domaine', site.slug, ...words);
const choose = (host: string | null) => (host === null ? domain('--sans-principal') : domain('--principal', host));

interface Asked {
  readonly host: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
async function led(path: string, asked: Asked, at = vitrine) {
  const { status, headers } = await at.ask({ path, ...asked });
  return [status, headers.location];
}

it('pages and feeds lead on to the same path and query, and nothing keeps that unasked', async () => {
  for (const host of others) {
    for (const path of ['/', '/nous?a=1&b=%C3%A9', '/rien', '/blog/journal/a', '/blog.atom', '/blog/journal.atom']) {
      for (const method of ['GET', 'HEAD']) {
        expect([host, path, ...(await led(path, { host, method }))]).toEqual([host, path, 301, main + path]);
      }
    }
  }
  const { headers, text } = await vitrine.ask({ host: OTHER, path: '/nous' });
  expect([headers['cache-control'], headers.etag, text]).toEqual(['no-cache', undefined, '']);
});

it('the main address leads nowhere, however it is written', async () => {
  for (const host of [MAIN, MAIN.toUpperCase(), `${MAIN}.`, `${MAIN}:81`, `${MAIN}:${vitrine.port}`]) {
    expect([host, ...(await led('/nous', { host }))]).toEqual([host, 200, undefined]);
  }
  expect(await led('/blog.atom', { host: MAIN })).toEqual([200, undefined]);
  expect((await vitrine.ask({ host: MAIN, path: '/rien' })).status).toBe(404);
});

it('files and descriptions for programs answer at every host, and forms are taken there', async () => {
  const stored = async () => (await site.manage('GET', '/api/demandes?limite=200')).json().demandes.length;
  for (const host of [...others, MAIN]) {
    for (const path of [`/theme-assets/${site.themeId}/a.css`, '/robots.txt', '/sitemap.xml', '/llms.txt']) {
      expect([host, path, ...(await led(path, { host }))]).toEqual([host, path, 200, undefined]);
    }
    const nothing = await vitrine.ask({ host, path: '/medias/00000000-0000-4000-8000-000000000000/a.jpg' });
    expect([nothing.status, nothing.headers.location]).toEqual([404, undefined]);
    const before = await stored();
    const sent = { host, method: 'POST', headers: { ...URLENCODED, referer: `http://${host}/nous` }, body: 'nom=Ada' };
    expect(await led('/contact', sent)).toEqual([303, '/nous?demande=merci']);
    expect(await stored()).toBe(before + 1);
  }
  // The thanks are not lost on the way.
  expect(await led('/nous?demande=merci', { host: OTHER })).toEqual([301, `${main}/nous?demande=merci`]);
  expect((await vitrine.ask({ host: MAIN, path: '/nous?demande=merci' })).text).toContain('[merci]');
});

it('the address that is led to is of the installation, whatever the request says of its host', async () => {
  for (const headers of [
    { 'x-forwarded-host': `${OTHER}:82`, 'x-forwarded-proto': 'https' },
    { 'x-forwarded-host': OTHER, 'x-forwarded-port': '99', forwarded: 'host=evil.example;proto=https' },
  ] as Record<string, string>[]) {
    expect(await led('/nous', { host: 'evil.example', headers })).toEqual([301, `${main}/nous`]);
  }
  for (const path of ['//evil.example/a', '/\\evil.example', '/%0d%0aX:y']) {
    const [, location] = await led(path, { host: OTHER });
    expect(String(location)).toMatch(new RegExp(`^${main}/`));
  }
  for (const host of others) {
    for (const asked of [host, `${host}:8080`]) {
      expect(await led('/a?b', { host: asked }, https)).toEqual([301, `https://${MAIN}:8443/a?b`]);
    }
  }
});

it('a former address leads to the main address in one hop, what is sent to the present one', async () => {
  const renamed = `s-${crypto.randomUUID().slice(0, 13)}`;
  await adminJson(vitrine.databaseUrl, 'site', 'renommer', site.slug, '--slug', renamed);
  expect(await led('/nous?a', { host: site.host })).toEqual([301, `${main}/nous?a`]);
  expect(await led('/nous?a', { host: `${renamed}.localhost` })).toEqual([301, `${main}/nous?a`]);
  await adminJson(vitrine.databaseUrl, 'site', 'renommer', renamed, '--slug', site.slug);
  expect(await led('/', { host: `${renamed}.localhost` })).toEqual([301, `${main}/`]);
  await choose(null);
  expect(await led('/', { host: `${renamed}.localhost` })).toEqual([301, `http://${site.host}/`]);
});

it('a choice counts at once on every instance, and without one every host shows the site', async () => {
  expect(await led('/nous', { host: MAIN }, https)).toEqual([200, undefined]);
  await choose(OTHER);
  expect(await led('/nous', { host: MAIN })).toEqual([301, `http://${OTHER}:${vitrine.port}/nous`]);
  expect(await led('/nous', { host: MAIN }, https)).toEqual([301, `https://${OTHER}:8443/nous`]);
  expect(await led('/nous', { host: OTHER })).toEqual([200, undefined]);
  await choose(null);
  for (const host of [...others, MAIN]) expect(await led('/nous', { host })).toEqual([200, undefined]);
});

it('names that a site answers at are answered for certificates as before', async () => {
  for (const name of [...others, MAIN]) {
    expect((await vitrine.ask({ path: `/api/sante?c=domaine&domain=${name}` })).status).toBe(200);
  }
});

it('a hidden, a protected and an offline site tell no more than before', async () => {
  const set = (text: string) => query(vitrine.databaseUrl, `UPDATE sites SET ${text} WHERE id = $1`, [site.siteId]);
  await set('masque = true');
  const hidden = await vitrine.ask({ host: OTHER, path: '/nous' });
  expect([hidden.status, hidden.headers['x-robots-tag']]).toEqual([301, 'noindex']);
  await set('masque = false');

  await protect(vitrine, site.siteId);
  const closed = await vitrine.ask({ host: OTHER, path: '/nous' });
  expect([closed.status, closed.text, closed.headers['cache-control']]).toEqual([301, '', 'private, no-cache']);
  expect((await vitrine.ask({ host: MAIN, path: '/nous' })).status).toBe(401);
  for (const host of [MAIN, OTHER]) {
    expect((await giveCode(vitrine, host, { code: CODE, retour: '/nous' })).status).toBe(303);
    expect((await vitrine.ask({ host, path: '/llms.txt' })).status).toBe(404);
    expect((await vitrine.ask({ host, path: `/theme-assets/${site.themeId}/a.css` })).status).toBe(401);
  }
  await set('code_acces = NULL');

  await adminJson(vitrine.databaseUrl, 'site', 'hors-ligne', site.slug, '--motif', 'essai');
  for (const host of [...others, MAIN]) expect(await led('/nous', { host })).toEqual([503, undefined]);
  await adminJson(vitrine.databaseUrl, 'site', 'en-ligne', site.slug);
});
