import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, openBrowser } from '../support/browser.ts';
import { createTenant, startTestProgram, type TestProgram } from '../support/program.ts';
import { givePassword } from '../support/sign-in.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function barriersOf(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  return { overflow, violations: violations.map(({ id, nodes }) => [id, nodes[0]?.html]) };
}
const NONE = { overflow: 0, violations: [] };

describe.skipIf(!CHROMIUM)('the login page in a browser', () => {
  let vitrine: TestProgram;
  let browser: Browser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), openBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  it.each([
    [320, 'light'],
    [1440, 'dark'],
  ] as const)('at %i px, %s: a person without script fails, logs in and leaves, with no barrier (WCAG 2.2 AA)', async (width, colorScheme) => {
    const tenant = await createTenant(vitrine.databaseUrl);
    const { email, mot_de_passe } = await givePassword(vitrine.databaseUrl, tenant.accountId);
    const complaints: string[] = [];
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    page.on('console', (message) => {
      const expected = message.text().includes('401');
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
    });
    await page.goto(`http://localhost:${vitrine.port}/connexion`);
    expect(await barriersOf(page)).toEqual(NONE);

    const logIn = async (password: string) => {
      await page.getByLabel('Adresse électronique').fill(email);
      await page.getByLabel('Mot de passe').fill(password);
      await page.getByRole('button', { name: 'Se connecter' }).click();
    };
    await logIn('faux');
    expect(await page.getByRole('alert').textContent()).toContain('incorrect');
    expect(await page.getByLabel('Adresse électronique').inputValue()).toBe(email);
    expect(await barriersOf(page)).toEqual(NONE);

    await logIn(mot_de_passe);
    await page.waitForURL(`http://localhost:${vitrine.port}/`);
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ name: 'vitrine_session', httpOnly: true, sameSite: 'Lax', path: '/' });

    await page.goto(`http://localhost:${vitrine.port}/connexion`);
    expect(await page.textContent('main')).toContain(email);
    expect(await barriersOf(page)).toEqual(NONE);
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await page.getByLabel('Mot de passe').waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
