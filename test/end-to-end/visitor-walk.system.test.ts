import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, lentBrowser, type TestBrowser } from '../support/browser.ts';
import { freshDataDir } from '../support/data-dir.ts';
import { ask } from '../support/http.ts';
import { type ServerProcess, startReadyServer } from '../support/server-process.ts';
import { type Visitor, welcomeVisitor } from '../support/visitor.ts';

const WIDTHS = [360];

let dataDir: string;
let server: ServerProcess;
let browser: TestBrowser;
beforeAll(async () => {
  if (!CHROMIUM) return;
  dataDir = await freshDataDir();
  [server, browser] = await Promise.all([startReadyServer({ DATA_DIR: dataDir }), lentBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

describe.skipIf(!CHROMIUM).each(WIDTHS)('a visitor of the demo site, at %i px', (width) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await welcomeVisitor(browser, `http://origo.localhost:${server.port}`, { width });
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
    await visitor.page.waitForURL(`http://origo.localhost:${server.port}/`);
  });

  it('sees a site that is hidden from search engines as before, while robots are kept out', async () => {
    const key = /svc_[\w-]{43}/.exec(server.output())?.[0] ?? '';
    const hide = (masque: boolean) =>
      ask({
        port: server.port,
        method: 'PATCH',
        path: '/api/parametres/seo',
        key,
        headers: { cookie: 'vitrine_session=x' },
        body: { valeurs: { masque } },
      });
    const robots = async () => (await ask({ port: server.port, host: 'origo.localhost', path: '/robots.txt' })).text;
    expect(await robots()).toContain('Allow: /');
    expect((await hide(true)).status).toBe(200);
    expect(await robots()).toContain('Disallow: /');
    expect(await visitor.open('/')).toBe(200);
    await visitor.expectNoComplaint();
    expect((await hide(false)).status).toBe(200);
  });
});
