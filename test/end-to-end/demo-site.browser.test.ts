import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { seedDemo } from '../../src/demo/seed.ts';
import { withConnection } from '../../src/storage/database.ts';
import { CHROMIUM, lentBrowser, type TestBrowser } from '../support/browser.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';
import { welcomeVisitor } from '../support/visitor.ts';

let vitrine: TestProgram;

beforeAll(async () => {
  const url = await freshDatabase();
  await withConnection('DATABASE_URL', url, seedDemo);
  vitrine = await startTestProgram({}, { databaseUrl: url });
});
afterAll(() => vitrine.close());

it('the menus of the demo site lead to pages that exist', async () => {
  const entries = Object.values(demo.menus).flat();
  for (const { url } of entries.flatMap((entry) => [entry, ...('enfants' in entry ? entry.enfants : [])])) {
    const { status } = await vitrine.ask({ host: 'origo.localhost', path: url.split('#')[0] || '/' });
    expect([url, status]).toEqual([url, 200]);
  }
});

describe.skipIf(!CHROMIUM)('the demo site in a browser', () => {
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
