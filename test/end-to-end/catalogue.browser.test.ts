import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOG_FOLDER } from '../../src/themes/catalog.ts';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { type CatalogFolder, catalogFolder } from '../support/catalog-folder.ts';
import { needs } from '../support/needs.ts';
import { manyThemes, serveStorefront } from '../support/storefront.ts';
import { serveThemeHome } from '../support/theme-home.ts';
import { welcomeVisitor } from '../support/visitor.ts';

describe('the storefront in a browser', needs('Chromium'), () => {
  let browser: TestBrowser;
  let catalog: CatalogFolder;
  let shop: Awaited<ReturnType<typeof serveStorefront>>;
  beforeAll(async () => {
    browser = await lentBrowser();
    const picture = await readFile(new URL('pictures/origo.jpg', CATALOG_FOLDER));
    catalog = await catalogFolder({ ...manyThemes(), 'pictures/origo.jpg': picture });
    shop = await serveStorefront(catalog.url, { origo: 'origo', epure: 'epure' });
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), shop?.close()]);
    await catalog?.remove();
  });
  const welcome = (width: number) => welcomeVisitor(browser, `http://localhost:${shop.port}`, { width });

  it('narrow: no error in the browser, no barrier, no sideways scrolling; also when the filter leaves no theme', async () => {
    const visitor = await welcome(320);
    for (const path of ['/catalogue', '/catalogue?metier=juridique']) {
      expect(await visitor.open(path)).toBe(200);
      await visitor.expectNoComplaint();
    }
    await visitor.leave();
  });

  it('wide and dark: the keyboard filters by trade and goes back to all; there is no barrier', async () => {
    const visitor = await welcome(1440);
    const { page } = visitor;
    await page.emulateMedia({ colorScheme: 'dark' });
    await visitor.open('/catalogue');
    const filter = page.getByRole('navigation', { name: 'Filtrer par métier' });
    const current = () => filter.locator('[aria-current=page]').textContent();
    const names = () => page.getByRole('heading', { level: 3 }).allTextContents();
    const reach = async (name: string) => {
      for (let steps = 0; steps < 40; steps++) {
        await page.keyboard.press('Tab');
        if ((await page.locator(':focus').textContent()) === name) break;
      }
      await page.keyboard.press('Enter');
    };
    expect([await current(), (await names()).length]).toEqual(['Tous les métiers', 8]);
    await reach('Restauration');
    await page.waitForURL('**/catalogue?metier=restauration');
    expect([await current(), await names()]).toEqual(['Restauration', ['Origo', 'Aplomb']]);
    await visitor.expectNoComplaint();
    await reach('Tous les métiers');
    await page.waitForURL('**/catalogue');
    expect([await current(), (await names()).length]).toEqual(['Tous les métiers', 8]);
    await visitor.leave();
  });

  it('a trade of a theme leads to the edition that is meant for it', async () => {
    const visitor = await welcome(1440);
    await visitor.open('/catalogue');
    const origo = visitor.page.getByRole('article', { name: 'Origo' });
    await origo.getByRole('link', { name: 'Restauration' }).click();
    await visitor.page.waitForURL('**/catalogue?metier=restauration#origo-tablee');
    expect(await visitor.page.locator(':target').textContent()).toContain('Édition tablee pour ce métier');
    await visitor.leave();
  });

  it('the home page that the pictures show has no complaint of the browser', async () => {
    const home = await serveThemeHome('origo');
    const opened = await home?.open(browser, { viewport: { width: 1440, height: 1080 } });
    expect(await opened?.page.title()).toContain('Atelier de l’Orme');
    expect(opened?.complaints).toEqual([]);
    await opened?.page.context().close();
    await home?.close();
    expect(await serveThemeHome('pictures')).toBeNull();
  });
});
