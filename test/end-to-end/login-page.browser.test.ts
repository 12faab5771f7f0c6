import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lentBrowser, type TestBrowser } from '../support/browser.ts';
import { needs } from '../support/needs.ts';
import { createTenant, startTestProgram, type TestProgram } from '../support/program.ts';
import { givePassword } from '../support/sign-in.ts';
import { until } from '../support/until.ts';
import { expectAccessible } from '../support/visitor.ts';

describe('the login page in a browser', needs('Chromium'), () => {
  let vitrine: TestProgram;
  let browser: TestBrowser;
  beforeAll(async () => {
    [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
  });
  afterAll(() => Promise.all([vitrine.close(), browser.close()]));

  /** A visitor with an account, before the login page. */
  async function visit(options: BrowserContextOptions) {
    const tenant = await createTenant(vitrine.databaseUrl);
    const credentials = await givePassword(vitrine.databaseUrl, tenant.accountId);
    const complaints: string[] = [];
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // A browser tells of every refusal.
      const expected = /status of (401|503)/.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text());
    });
    await page.goto(`http://localhost:${vitrine.port}/connexion`);
    const submit = page.getByRole('button', { name: 'Se connecter' });
    const logIn = async (password: string) => {
      await page.getByLabel('Adresse électronique').fill(credentials.email);
      await page.getByLabel('Mot de passe').fill(password);
      await submit.click();
    };
    // Hidden while it is empty: whoever reads it waits until it says something.
    return { ...credentials, page, context, complaints, logIn, submit, alert: page.getByRole('alert') };
  }

  /** What every visitor meets once logged in. */
  async function leave({ page, context, email }: Awaited<ReturnType<typeof visit>>) {
    await page.waitForURL(`http://localhost:${vitrine.port}/studio`);
    const ours = { httpOnly: true, sameSite: 'Lax', path: '/', domain: 'localhost' };
    const names = ['vitrine_navigateur', 'vitrine_session'];
    const cookies = (await context.cookies()).sort((a, b) => a.name.localeCompare(b.name));
    expect(cookies).toMatchObject(names.map((name) => ({ name, ...ours })));
    for (const path of ['/', '/connexion']) {
      await page.goto(`http://localhost:${vitrine.port}${path}`);
      expect(page.url()).toBe(`http://localhost:${vitrine.port}/studio`);
    }
    await page.goto(`http://localhost:${vitrine.port}/studio/compte`);
    expect(await page.textContent('main')).toContain(email);
    await page.getByRole('button', { name: 'Se déconnecter', exact: true }).click();
    await page.getByLabel('Mot de passe').waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['vitrine_navigateur']);
  }

  it.each([
    [320, 'light'],
    [1440, 'dark'],
  ] as const)('at %i px, %s: a person fails, logs in and leaves, with no barrier (WCAG 2.2 AA)', async (width, colorScheme) => {
    const visitor = await visit({ viewport: { width, height: 900 }, colorScheme });
    const { page, alert, logIn, email, complaints } = visitor;
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).waitFor();
    await expectAccessible(page);
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));

    await logIn('faux');
    expect(await alert.textContent()).toContain('incorrect');
    expect(await page.getByLabel('Adresse électronique').inputValue()).toBe(email);
    expect(await page.title()).toBe('Erreur – Connexion');
    expect(await alert.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await visitor.submit.isEnabled()).toBe(true);
    expect(loads).toEqual([]);
    await expectAccessible(page);

    await logIn(visitor.mot_de_passe);
    await leave(visitor);
    expect(complaints).toEqual([]);
    await visitor.context.close();
  });

  it('shows the password to who asks for it, and sends it hidden', async () => {
    const { page, context, logIn, alert, complaints } = await visit({});
    const password = page.getByLabel('Mot de passe');
    const reveal = page.getByRole('button', { name: 'Afficher le mot de passe' });
    const state = async () => [await password.getAttribute('type'), await reveal.getAttribute('aria-pressed')];
    await reveal.waitFor();
    expect(await state()).toEqual(['password', 'false']);
    await reveal.click();
    expect(await state()).toEqual(['text', 'true']);
    await expectAccessible(page);
    await reveal.click();
    expect(await state()).toEqual(['password', 'false']);
    await reveal.click();
    await logIn('faux');
    expect(await alert.textContent()).toContain('incorrect');
    expect(await state()).toEqual(['password', 'false']);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('sends one request at a time, and says when none arrives', async () => {
    const { page, context, logIn, alert, submit } = await visit({});
    await page.getByRole('button', { name: 'Afficher le mot de passe' }).waitFor();
    let requests = 0;
    let fail = () => undefined as unknown;
    await page.route('**/connexion', (route) => {
      requests++;
      fail = () => route.abort();
    });
    await logIn('un mot de passe');
    await until('one request has come', () => expect(requests).toBe(1));
    expect(await submit.isDisabled()).toBe(true);
    await page.getByLabel('Mot de passe').press('Enter');
    await fail();
    expect(await alert.textContent()).toContain('Vérifiez votre réseau');
    expect([requests, await submit.isEnabled()]).toEqual([1, true]);
    await context.close();
  });

  it('works without script: a wrong password, a login, a logout', async () => {
    const visitor = await visit({ javaScriptEnabled: false });
    const { page, alert, logIn, email, complaints } = visitor;
    expect(await page.getByRole('button', { name: 'Afficher le mot de passe' }).isVisible()).toBe(false);
    await logIn('faux');
    expect(await alert.textContent()).toContain('incorrect');
    expect(await page.getByLabel('Adresse électronique').inputValue()).toBe(email);
    expect(await page.title()).toBe('Erreur – Connexion');
    await logIn(visitor.mot_de_passe);
    await leave(visitor);
    expect(complaints).toEqual([]);
    await visitor.context.close();
  });
});
