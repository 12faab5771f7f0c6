import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { freshDatabase } from '../support/database.ts';
import { makeTestDemo, type TestDemo } from '../support/demo.ts';
import { needs } from '../support/needs.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { until } from '../support/until.ts';
import { welcomeVisitor } from '../support/visitor.ts';

/** Of what a browser has loaded of an image; 0 before. */
const WIDTH = (image: { naturalWidth?: number }): number => image.naturalWidth ?? 0;

let vitrine: TestProgram;
let made: TestDemo;

beforeAll(async () => {
  const url = await freshDatabase();
  made = await makeTestDemo(url);
  vitrine = await startTestProgram({ DATA_DIR: made.dataDir }, { databaseUrl: url });
});
afterAll(async () => {
  await vitrine.close();
  await made.remove();
});

it('the menus of the demo site lead to pages that exist', async () => {
  const entries = Object.values(demo.menus).flat();
  for (const { url } of entries.flatMap((entry) => [entry, ...('enfants' in entry ? entry.enfants : [])])) {
    const { status } = await vitrine.ask({ host: 'origo.localhost', path: url.split('#')[0] || '/' });
    expect([url, status]).toEqual([url, 200]);
  }
});

describe('the demo site in a browser', needs('Chromium'), () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await lentBrowser();
  });
  afterAll(() => browser?.close());

  const welcome = (width: number) => welcomeVisitor(browser, `http://origo.localhost:${vitrine.port}`, { width });

  it('the style sheet applies and the keyboard reaches the content', async () => {
    const { page, open, leave } = await welcome(1440);
    await open('/');
    expect(
      await page.evaluate("getComputedStyle(document.documentElement).backgroundColor !== 'rgba(0, 0, 0, 0)'"),
    ).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Aller au contenu');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('contenu');
    await leave();
  });

  it.each([
    'origo',
    'piazza',
    'scene',
  ])('the site %s shows photographs of its library, described and in the size of the screen', async (slug) => {
    const { page, open, expectNoComplaint, leave } = await welcomeVisitor(
      browser,
      `http://${slug}.localhost:${vitrine.port}`,
      {
        width: 390,
      },
    );
    await open('/');
    const photographs = page.locator('main img[src^="/medias/"]');
    expect(await photographs.count()).toBeGreaterThanOrEqual(4);
    for (const photograph of await photographs.all()) {
      await photograph.scrollIntoViewIfNeeded();
      await until('a photograph is there', async () => (await photograph.evaluate(WIDTH)) > 0);
      expect(await photograph.evaluate(WIDTH)).toBeLessThan(1300);
      expect(await photograph.getAttribute('alt')).toMatch(/.{20}/);
    }
    await expectNoComplaint();
    await leave();
  });

  it('on a phone the menu opens without a script and leads to a page', async () => {
    const { page, open, leave } = await welcome(390);
    await open('/');
    await page.getByText('Menu', { exact: true }).click();
    await page.getByText('L’atelier', { exact: true }).filter({ visible: true }).first().click();
    await page.getByRole('link', { name: 'L’atelier' }).filter({ visible: true }).first().click();
    await page.waitForURL('**/a-propos');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('histoire');
    await leave();
  });
});
