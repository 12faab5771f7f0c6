import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { CHROMIUM, lentBrowser, type TestBrowser } from '../support/browser.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { ask } from '../support/http.ts';
import { type ServerProcess, startReadyServer } from '../support/server-process.ts';
import { type Visitor, welcomeVisitor } from '../support/visitor.ts';

const CODE = 'sésame, ouvre-toi';
const [blog] = demo.blogs;
const [article] = blog?.articles ?? [];
if (!blog || !article) throw new Error('the demo has no blog');

/** Longer than a form may take to be taken for a person's, milliseconds. */
const PERSON_MS = 2_500;

describe.skipIf(!CHROMIUM)('a visitor of the demo site', () => {
  let dataDir: string;
  let server: ServerProcess;
  let browser: TestBrowser;
  let origin: string;
  let visitor: Visitor;
  beforeAll(async () => {
    dataDir = await freshDataDir();
    [server, browser] = await Promise.all([startReadyServer({ DATA_DIR: dataDir }), lentBrowser()]);
    origin = `http://origo.localhost:${server.port}`;
    visitor = await welcomeVisitor(browser, origin);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  const manage = (method: string, path: string, body?: unknown) =>
    ask({
      port: server.port,
      method,
      path,
      body,
      key: /svc_[\w-]{43}/.exec(server.output())?.[0] ?? '',
      headers: { cookie: 'vitrine_session=x' },
    });
  const requests = async () => (await manage('GET', '/api/demandes')).json().demandes;
  const told = async (path: string) => ask({ port: server.port, host: `origo.localhost:${server.port}`, path });

  it('finds the blog from the menu, its articles in it, and reads one', async () => {
    await visitor.open('/');
    await visitor.page
      .getByRole('navigation', { name: 'Menu principal' })
      .getByRole('link', { name: 'Journal', exact: true })
      .click();
    await visitor.page.waitForURL('**/blog');
    for (const { titre } of blog.articles) await visitor.page.getByText(titre).first().waitFor();
    await visitor.expectNoComplaint();

    expect(await visitor.open(`/blog/${blog.slug}`)).toBe(200);
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toContain(blog.titre);
    await visitor.expectNoComplaint();
    await visitor.page.getByRole('main').getByRole('link', { name: article.titre }).first().click();
    await visitor.page.waitForURL(`**/blog/${blog.slug}/${article.slug}`);
    expect(await visitor.page.getByRole('heading', { level: 1 }).textContent()).toContain(article.titre);
    await visitor.expectNoComplaint();
    // Rule 13: links of the site are ordinary ones, outside links open apart.
    const inside = visitor.page.locator('a[href="/nos-bois"]').last();
    expect(await inside.getAttribute('target')).toBeNull();
    const outside = visitor.page.locator('a[href^="https://fr.wikipedia.org"]');
    expect([await outside.getAttribute('target'), await outside.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener nofollow',
    ]);
  });

  it.each(
    demo.blogs.flatMap(({ slug, articles }) => articles.map((one) => `/blog/${slug}/${one.slug}`)),
  )('reads %s, pictures and all', async (path) => {
    expect(await visitor.open(path)).toBe(200);
    await visitor.expectNoComplaint();
    const broken = '[...document.images].filter((image) => image.complete && image.naturalWidth === 0).length';
    expect(await visitor.page.evaluate(broken)).toBe(0);
  });

  it('gets a 404 for an article or a blog that does not exist', async () => {
    for (const path of [`/blog/${blog.slug}/absent`, '/blog/absent']) expect(await visitor.open(path)).toBe(404);
    await visitor.expectNoComplaint();
  });

  it('sends the contact form, is thanked, and the owner has the request', async () => {
    await visitor.open('/');
    const form = visitor.page.locator('form[action="/contact"]');
    await form.getByLabel('Votre nom').fill('Camille Dupré');
    await form.getByLabel('Votre courriel').fill('camille@exemple.fr');
    await form.getByLabel('Votre message').fill('Une table <ronde> & deux bancs');
    await visitor.page.waitForTimeout(PERSON_MS);
    await form.getByRole('button').click();
    await visitor.page.waitForURL((url) => url.searchParams.get('demande') === 'merci');
    await visitor.page.getByText('Merci', { exact: false }).first().waitFor();
    await visitor.expectNoComplaint();
    expect(await requests()).toMatchObject([
      { champs: { nom: 'Camille Dupré', email: 'camille@exemple.fr', message: 'Une table <ronde> & deux bancs' } },
    ]);
  });

  it('a robot that fills the field that nobody sees leaves nothing', async () => {
    const before = await requests();
    await visitor.open('/');
    const form = visitor.page.locator('form[action="/contact"]');
    await form.getByLabel('Votre nom').fill('Robot');
    await form.getByLabel('Votre courriel').fill('robot@exemple.fr');
    await form.getByLabel('Votre message').fill('Achetez');
    await visitor.page.evaluate("document.querySelector('[name=_site_web]').value = 'https://spam.test'");
    await visitor.page.waitForTimeout(PERSON_MS);
    await form.getByRole('button').click();
    await visitor.page.waitForURL(/demande=/);
    expect(await requests()).toEqual(before);
  });

  it('every address of the sitemap answers', async () => {
    const { text } = await told('/sitemap.xml');
    const addresses = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address ?? '');
    expect(addresses).toHaveLength(1 + demo.pages.length + 1 + demo.blogs.length + blog.articles.length);
    for (const address of addresses) {
      expect(address.startsWith(`${origin}/`)).toBe(true);
      expect([address, (await told(address.slice(origin.length))).status]).toEqual([address, 200]);
    }
  });

  it('a site protected by a code asks for it before any page, and shows itself to whoever knows it', async () => {
    expect((await manage('PATCH', '/api/parametres/acces', { valeurs: { code: CODE } })).status).toBe(200);
    expect((await told('/robots.txt')).text).toContain('Disallow: /');
    for (const path of ['/sitemap.xml', '/llms.txt']) expect((await told(path)).status).toBe(404);

    await visitor.open('/nos-bois');
    expect(await visitor.page.content()).not.toContain('indifférent aux verres');
    await visitor.expectNoComplaint();
    const field = visitor.page.locator('form[action^="/acces"] input:not([type=hidden])').first();
    await field.fill('faux');
    await field.press('Enter');
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.page.content()).not.toContain('indifférent aux verres');
    await visitor.expectNoComplaint();

    await visitor.page.locator('form[action^="/acces"] input:not([type=hidden])').first().fill(CODE);
    await visitor.page.locator('form[action^="/acces"]').getByRole('button').click();
    await visitor.page.waitForLoadState('networkidle');
    expect(await visitor.open('/nos-bois')).toBe(200);
    expect(await visitor.page.content()).toContain('indifférent aux verres');
    await visitor.expectNoComplaint();
    // To whoever knows the code, too, the site is none for programs.
    expect(await visitor.open('/llms.txt')).toBe(404);

    const stranger = await welcomeVisitor(browser, origin);
    await stranger.open('/nos-bois');
    expect(await stranger.page.content()).not.toContain('indifférent aux verres');
    await stranger.leave();
  });

  it('after a change of the code everybody is asked again', async () => {
    await manage('PATCH', '/api/parametres/acces', { valeurs: { code: 'autre' } });
    await visitor.open('/nos-bois');
    expect(await visitor.page.content()).not.toContain('indifférent aux verres');
    await manage('PATCH', '/api/parametres/acces', { valeurs: {} });
    expect(await visitor.open('/nos-bois')).toBe(200);
    expect(await visitor.page.content()).toContain('indifférent aux verres');
  });
});
