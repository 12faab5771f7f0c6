import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { freshDatabase } from '../support/database.ts';
import { makeTestDemo, type TestDemo } from '../support/demo.ts';
import { CHROMIUM, needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { type Visitor, welcomeVisitor } from '../support/visitor.ts';

const CODE = 'sésame, ouvre-toi';
const [blog] = demo.blogs;
const [article] = blog?.articles ?? [];
if (!blog || !article) throw new Error('the demo has no blog');

/** Longer than a robot takes for a form, milliseconds. */
const LONG_MS = 10_000;

let made: TestDemo;
let vitrine: TestProgram;
let browser: TestBrowser;
let origin: string;
let visitor: Visitor;
beforeAll(async () => {
  if (!CHROMIUM) return;
  const databaseUrl = await freshDatabase();
  made = await makeTestDemo(databaseUrl);
  [vitrine, browser] = await Promise.all([
    startTestProgram({ DATA_DIR: made.dataDir }, { databaseUrl }),
    lentBrowser(),
  ]);
  origin = `http://origo.localhost:${vitrine.port}`;
});
afterAll(async () => {
  await browser?.close();
  await vitrine?.close();
  await made?.remove();
});

const manage = (method: string, path: string, body?: unknown) =>
  vitrine.ask({ method, path, body, key: made.access?.key ?? '', besideSession: true });
const told = (path: string) => vitrine.ask({ host: `origo.localhost:${vitrine.port}`, path });

describe('a visitor of the demo site, with a phone', needs('Chromium'), () => {
  beforeAll(async () => {
    visitor = await welcomeVisitor(browser, origin, { width: 360 });
  });
  afterAll(() => visitor?.leave());

  /** The menu that this width shows, folded open. */
  async function openMenu() {
    const folded = visitor.page.locator('summary', { hasText: /^Menu$/ });
    if (await folded.isVisible()) await folded.click();
    const menu = visitor.page.getByRole('navigation', { name: /^Menu/ }).filter({ visible: true });
    await menu.getByText('L’atelier').filter({ visible: true }).first().click();
    return menu;
  }

  const title = () => visitor.page.getByRole('heading', { level: 1 }).textContent();

  it('comes to the home page', async () => {
    expect(await visitor.open('/')).toBe(200);
    expect(await visitor.page.title()).toBe('Atelier de l’Orme');
    await visitor.expectNoComplaint();
  });

  it('opens the menu and an entry below an entry, which leads to a page', async () => {
    const menu = await openMenu();
    await visitor.expectNoComplaint();
    await menu.getByRole('link', { name: 'Nos bois' }).click();
    await visitor.page.waitForURL('**/nos-bois');
    expect(await title()).toBe('Nos bois');
    await visitor.expectNoComplaint();
  });

  it('goes on by the menu at the foot', async () => {
    const foot = visitor.page.getByRole('navigation', { name: 'Pied de page' });
    await foot.getByRole('link', { name: 'Mentions légales' }).click();
    await visitor.page.waitForURL('**/mentions-legales');
    expect(await title()).toBe('Mentions légales');
    await visitor.expectNoComplaint();
  });

  it('comes to a 404 page, and goes back to the home page', async () => {
    expect(await visitor.open('/page-qui-n-existe-pas')).toBe(404);
    await visitor.expectNoComplaint();
    await visitor.page.getByRole('main').locator('a[href="/"]').first().click();
    await visitor.page.waitForURL(`${origin}/`);
  });

  it('sees a site that is hidden from search engines as before, while robots are kept out', async () => {
    const hide = (masque: boolean) => manage('PATCH', '/api/parametres/seo', { valeurs: { masque } });
    const robots = async () => (await told('/robots.txt')).text;
    expect(await robots()).toContain('Allow: /');
    expect((await hide(true)).status).toBe(200);
    expect(await robots()).toContain('Disallow: /');
    expect(await visitor.open('/')).toBe(200);
    await visitor.expectNoComplaint();
    expect((await hide(false)).status).toBe(200);
  });
});

describe('a visitor of the demo site', needs('Chromium'), () => {
  beforeAll(async () => {
    visitor = await welcomeVisitor(browser, origin);
  });
  afterAll(() => visitor?.leave());

  /** Has the contact form take the page for one that was opened so long ago, milliseconds. */
  const readFor = (ms: number) => visitor.page.evaluate(`document.querySelector('[name=_instant]').value -= ${ms}`);

  const requests = async () => (await manage('GET', '/api/demandes')).json().demandes;

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
    // docs/rules.md, Rule 13: links of the site are ordinary ones, outside links open apart.
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
    await readFor(LONG_MS);
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
    await readFor(LONG_MS);
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
    await visitor.load(() => field.press('Enter'));
    expect(await visitor.page.content()).not.toContain('indifférent aux verres');
    await visitor.expectNoComplaint();

    await visitor.page.locator('form[action^="/acces"] input:not([type=hidden])').first().fill(CODE);
    await visitor.load(() => visitor.page.locator('form[action^="/acces"]').getByRole('button').click());
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
