import { HtmlValidate } from 'html-validate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { protect } from '../../../support/access-code.ts';
import { query } from '../../../support/database.ts';
import type { Answer } from '../../../support/http.ts';
import { type LegacyServer, startLegacyServer } from '../../../support/legacy-engine.ts';
import { FORM } from '../../../support/login.ts';
import { printedByAdmin } from '../../../support/operator.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from '../../../support/program.ts';
import { createPublicSite, type PublicSite } from '../../../support/public-site.ts';
import { type SignedIn, signIn } from '../../../support/sign-in.ts';

const MOTIF = 'Plainte n° 12 <b>';

let legacy: LegacyServer;
let vitrine: TestProgram;
let other: TestProgram;
let site: PublicSite;
let old: Tenant;
let owner: SignedIn;
let email: string;
beforeAll(async () => {
  legacy = await startLegacyServer();
  vitrine = await startTestProgram({ LEGACY_ENGINE_URL: legacy.url });
  other = await startTestProgram({}, { databaseUrl: vitrine.databaseUrl });
  site = await createPublicSite(vitrine, { 'assets/theme.css': 'main {}' });
  const blog = (await site.manage('POST', '/api/blogs', { slug: 'journal', titre: 'Journal' })).json().id;
  await site.manage('POST', '/api/articles', { blog_id: blog, slug: 'a', titre: 'A' });
  await site.manage('POST', '/api/pages', { slug: 'a-propos', titre: 'À propos' });
  old = await createTenant(vitrine.databaseUrl);
  await query(vitrine.databaseUrl, 'INSERT INTO membres (site_id, compte_id) VALUES ($1, $2)', [
    old.siteId,
    site.accountId,
  ]);
  owner = await signIn(vitrine, site);
  email = (await query(vitrine.databaseUrl, 'SELECT email FROM comptes WHERE id = $1', [site.accountId])).rows[0].email;
});
afterAll(async () => {
  await Promise.all([vitrine.close(), other.close()]);
  await legacy.close();
});

const json = async (...words: string[]) => JSON.parse(await printedByAdmin(vitrine.databaseUrl, [...words, '--json']));
const run = (text: string, values: unknown[] = []) => query(vitrine.databaseUrl, text, values);
const KEPT = ['no-store', undefined];
const kept = ({ headers }: Answer) => [headers['cache-control'], headers.etag];
const open = (path: string) => vitrine.ask({ path, headers: owner.headers });

describe('a site that an operator has taken off', () => {
  beforeAll(async () => {
    expect((await site.visit()).status).toBe(200);
    expect(await json('site', 'hors-ligne', site.slug, '--motif', MOTIF)).toEqual({
      ...{ slug: site.slug, hors_ligne: 'decision', motif: MOTIF },
    });
  });
  afterAll(async () => {
    expect(await json('site', 'en-ligne', site.slug)).toEqual({ slug: site.slug, hors_ligne: null });
    const home = await site.visit();
    expect([home.status, home.text]).toEqual([200, expect.stringContaining('bonjour')]);
    for (const path of ['/llms.txt', '/sitemap.xml', '/blog.atom']) expect((await site.visit(path)).status).toBe(200);
  });

  it('answers a calm 503 to its visitors, on every instance, at every address, of which nothing is kept', async () => {
    const paths = [
      '/',
      '/a-propos',
      '/contact',
      '/blog',
      '/blog/journal/a',
      '/inconnue',
      '/%zz',
      `/theme-assets/${site.themeId}/theme.css`,
    ];
    for (const path of paths) {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS']) {
        const answer = await site.visit(path, {}, method);
        expect([path, method, answer.status, ...kept(answer)]).toEqual([path, method, 503, ...KEPT]);
        expect(answer.headers['retry-after']).toBe('3600');
        if (method === 'GET') expect(answer.text).toContain('<h1>Ce site est hors ligne</h1>');
        expect(answer.text).not.toMatch(/bonjour|Plainte/);
      }
    }
    const elsewhere = await other.ask({ host: site.host });
    expect([elsewhere.status, ...kept(elsewhere)]).toEqual([503, ...KEPT]);
    const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(elsewhere.text);
    expect(report.results).toEqual([]);
  });

  it('stores no form', async () => {
    const answer = await vitrine.ask({
      host: site.host,
      method: 'POST',
      path: '/contact',
      headers: FORM,
      body: 'nom=Zoé',
    });
    expect([answer.status, answer.headers.location]).toEqual([503, undefined]);
    expect((await run('SELECT FROM demandes WHERE site_id = $1', [site.siteId])).rowCount).toBe(0);
  });

  it('has no llms.txt, map or feed, and closes robots.txt', async () => {
    for (const path of ['/llms.txt', '/sitemap.xml', '/blog.atom', '/blog/journal.atom']) {
      const answer = await site.visit(path);
      expect([path, answer.status, ...kept(answer)]).toEqual([path, 404, ...KEPT]);
    }
    const robots = await site.visit('/robots.txt');
    expect([robots.status, robots.text, ...kept(robots)]).toEqual([200, 'User-agent: *\nDisallow: /\n', ...KEPT]);
  });

  it('asks for no code', async () => {
    await protect(vitrine, site.siteId);
    expect((await site.visit()).status).toBe(503);
    await run('UPDATE sites SET code_acces = NULL WHERE id = $1', [site.siteId]);
  });

  it('takes what its members write, and shows it in the preview', async () => {
    await site.write('sections/texte.liquid', 'bonjour encore');
    await site.manage('POST', '/api/pages', { slug: 'nouvelle', titre: 'Nouvelle' });
    const preview = await vitrine.ask({
      ...{ method: 'POST', path: `/api/themes/${site.themeId}/apercu` },
      headers: { ...owner.headers, 'x-service-site-cible': site.slug },
      body: { adresse: '/', nonce: 'A'.repeat(22) },
    });
    expect([preview.status, preview.text]).toEqual([200, expect.stringContaining('bonjour encore')]);
  });

  it('tells its members on each page of it and on the list of sites, with the reason as text', async () => {
    const theme = `/studio/${site.slug}/themes/${site.themeId}`;
    const own = `/studio/${site.slug}`;
    const paths = ['/studio', own, `${own}/demandes`, theme, `${theme}/personnaliser`, `${theme}/versions`];
    for (const path of paths) {
      const { status, text } = await open(path);
      expect([path, status, text.includes('Ce site est hors ligne depuis le')]).toEqual([path, 200, true]);
      expect(text.replaceAll('&gt;', '>')).toContain('Motif : Plainte n° 12 &lt;b>.');
      // Preact closes elements without content as XML does, which HTML allows.
      const rules = { 'void-style': 'off' } as const;
      const report = await new HtmlValidate({ extends: ['html-validate:recommended'], rules }).validateString(text);
      expect([path, report.results]).toEqual([path, []]);
    }
    expect((await open(`/studio/${old.slug}`)).text).not.toContain('hors ligne');
    expect((await open('/studio/cles')).text).not.toContain('hors ligne');
  });

  it('is no failure of the program', async () => {
    const { text } = await vitrine.ask({ host: 'localhost', path: '/metrics' });
    expect(text).not.toMatch(/^vitrine_request_duration_seconds_count\{entrance="site",status="5xx"\}/m);
  });
});

it('where the law is the reason, visitors get 451, and no word of when to come back', async () => {
  await json('site', 'hors-ligne', site.slug, '--motif', MOTIF, '--loi');
  const answer = await site.visit();
  expect([answer.status, answer.headers['retry-after'], ...kept(answer)]).toEqual([451, undefined, ...KEPT]);
  expect(answer.text).toContain('pour une raison légale');
  expect((await open(`/studio/${site.slug}`)).text).toContain('Motif légal : ');
  await run('UPDATE sites SET hors_ligne = NULL');
});

it('the older engine is not asked for a site that is off', async () => {
  legacy.respond((_request, response) => response.end('ancien'));
  const host = `${old.slug}.localhost`;
  expect((await vitrine.ask({ host })).text).toBe('ancien');
  legacy.asked.length = 0;
  await json('site', 'hors-ligne', old.slug, '--motif', MOTIF);
  for (const method of ['GET', 'POST', 'PROPFIND']) expect((await vitrine.ask({ host, method })).status).toBe(503);
  expect(legacy.asked).toEqual([]);
});

it('all sites of an account go off and come back, but for those that are off for another reason', async () => {
  const owned = [site.slug, old.slug].sort();
  await run("UPDATE membres SET role = 'editeur' WHERE site_id = $1 AND compte_id = $2", [old.siteId, site.accountId]);
  expect((await json('compte', 'hors-ligne', email, '--motif', MOTIF)).sites).toEqual([site.slug]);
  await run("UPDATE membres SET role = 'proprietaire' WHERE site_id = $1", [old.siteId]);
  expect(await json('compte', 'hors-ligne', email.toUpperCase(), '--motif', 'Autre', '--loi')).toEqual({
    ...{ email, hors_ligne: 'loi', motif: 'Autre', sites: owned },
  });
  expect((await site.visit()).status).toBe(451);
  expect(await json('compte', 'en-ligne', email)).toEqual({ email, sites: [site.slug], restent: [old.slug] });
  expect([(await site.visit()).status, (await vitrine.ask({ host: `${old.slug}.localhost` })).status]).toEqual([
    200, 503,
  ]);
  await json('compte', 'hors-ligne', email, '--motif', MOTIF);
  await json('site', 'en-ligne', old.slug);
  expect((await vitrine.ask({ host: `${old.slug}.localhost` })).text).toBe('ancien');
  expect(await json('compte', 'en-ligne', email)).toEqual({ email, sites: [site.slug], restent: [] });
});

it.each([
  [['site', 'hors-ligne', 'absent', '--motif', 'x'], 'Aucun site ne s’appelle absent'],
  [['site', 'en-ligne', 'absent'], 'Aucun site ne s’appelle absent'],
  [['compte', 'hors-ligne', 'x@y.fr', '--motif', 'x'], 'Aucun compte n’a l’adresse x@y.fr'],
  [['site', 'hors-ligne', 'absent', '--motif', ' \u200b'], '1 à 500 caractères'],
])('%j is refused', async (words, sentence) => {
  await expect(printedByAdmin(vitrine.databaseUrl, words)).rejects.toThrow(sentence);
});
