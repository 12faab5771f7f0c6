import { AxeBuilder } from '@axe-core/playwright';
import { HtmlValidate } from 'html-validate';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import demo from '../../src/demo/origo.json' with { type: 'json' };
import { seedDemo } from '../../src/demo/seed.ts';
import { withConnection } from '../../src/storage/database.ts';
import { CHROMIUM, openBrowser } from '../support/browser.ts';
import { freshDatabase } from '../support/database.ts';
import { startTestProgram, type TestProgram } from '../support/program.ts';

const WIDTHS = [320, 1440];
const PATHS = [
  '/',
  '/?demande=merci',
  '/a-propos',
  '/blog',
  '/blog/journal/l-orme-de-savennieres',
  '/page-qui-n-existe-pas',
];

let vitrine: TestProgram;

beforeAll(async () => {
  const url = await freshDatabase();
  await withConnection('DATABASE_URL', url, seedDemo);
  vitrine = await startTestProgram({}, url);
});
afterAll(() => vitrine.close());

describe('the demo site', () => {
  it.each([...new Set([...PATHS, ...demo.pages.map(({ slug }) => `/${slug}`)])])('%s is valid HTML', async (path) => {
    const { text } = await vitrine.ask({ host: 'origo.localhost', path });
    const report = await new HtmlValidate({ extends: ['html-validate:recommended'] }).validateString(text);
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ line, message }) => `${line}: ${message}`)),
    ).toEqual([]);
  });

  it('its menus lead to pages that exist', async () => {
    for (const { url } of Object.values(demo.menus).flat()) {
      const { status } = await vitrine.ask({ host: 'origo.localhost', path: url.split('#')[0] || '/' });
      expect([url, status]).toEqual([url, 200]);
    }
  });
});

describe.skipIf(!CHROMIUM)('the demo site in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  /** Opens a page and notes whatever a visitor's browser would complain about. */
  async function open(path: string, width: number): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    const origin = `http://origo.localhost:${vitrine.port}`;
    page.on('console', (message) => {
      const expected = message.text().includes('404 (Not Found)') && path.includes('existe-pas');
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) complaints.push(request.url());
    });
    page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`));
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
    return { page, complaints };
  }

  it.each(
    WIDTHS.flatMap((width) => PATHS.map((path) => [width, path] as const)),
  )('at %i px, %s: no complaint of the browser, no sideways scrolling, no barrier for anybody (WCAG 2.2 AA)', async (width, path) => {
    const { page, complaints } = await open(path, width);
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze();
    expect({ complaints, overflow, violations: violations.map(({ id, nodes }) => [id, nodes[0]?.html]) }).toEqual({
      complaints: [],
      overflow: 0,
      violations: [],
    });
    await page.context().close();
  });

  it('the style sheet applies and the keyboard reaches the content', async () => {
    const { page } = await open('/', 1440);
    expect(
      await page.evaluate("getComputedStyle(document.documentElement).backgroundColor !== 'rgba(0, 0, 0, 0)'"),
    ).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent.trim()')).toBe('Aller au contenu');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('contenu');
    await page.context().close();
  });

  it('on a phone the menu opens without a script and leads to a page', async () => {
    const { page } = await open('/', 390);
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('link', { name: 'L’atelier' }).filter({ visible: true }).first().click();
    await page.waitForURL('**/a-propos');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('histoire');
    await page.context().close();
  });
});
