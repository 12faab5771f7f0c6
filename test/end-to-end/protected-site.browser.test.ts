import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE, protect } from '../support/access-code.ts';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { query } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { createTenant, MINIMAL_THEME, startTestProgram, type TestProgram } from '../support/program.ts';
import { publishTheme } from '../support/published-theme.ts';
import { expectAccessible } from '../support/visitor.ts';

describe('a site protected by a code, in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  let siteId: string;
  let address: string;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
    const tenant = await createTenant(vitrine.databaseUrl);
    ({ siteId } = tenant);
    address = `http://${tenant.slug}.localhost:${vitrine.port}`;
    await publishTheme(vitrine, siteId, {
      ...MINIMAL_THEME,
      'layout/theme.liquid': `<link rel="icon" href="data:,">${MINIMAL_THEME['layout/theme.liquid']}`,
      'templates/page.json': MINIMAL_THEME['templates/index.json'] ?? '',
    });
    await query(vitrine.databaseUrl, "INSERT INTO pages (site_id, slug, titre) VALUES ($1, 'tarifs', 'Tarifs')", [
      siteId,
    ]);
    await protect(vitrine, siteId);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it.each([
    [320, 'light'],
    [1440, 'dark'],
  ] as const)('at %i px, %s: a visitor without script gives a wrong code, then the right one, and comes where it wanted (WCAG 2.2 AA)', async (width, colorScheme) => {
    const complaints: string[] = [];
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // That is how Chromium tells of the status of a page.
      const expected = message.text().includes('status of 401');
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
    });
    await page.goto(`${address}/tarifs?x=1`);
    expect(await page.getByRole('heading').textContent()).toBe('Ce site demande un code');
    await expectAccessible(page);

    const give = async (code: string) => {
      await page.getByLabel('Code d’accès').fill(code);
      await page.getByRole('button', { name: 'Entrer' }).click();
    };
    await give('faux');
    expect(await page.getByRole('alert').textContent()).toBe('Ce n’est pas le bon code.');
    await expectAccessible(page);

    await give(CODE);
    await page.waitForURL(`${address}/tarifs?x=1`);
    expect(await page.textContent('main')).toBe('bonjour');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'vitrine_acces', httpOnly: true, sameSite: 'Lax', path: '/' });
    await page.goto(`${address}/`);
    expect(await page.textContent('main')).toBe('bonjour');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
