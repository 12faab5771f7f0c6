import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { TestBrowser } from './browser.ts';
import type { Answer } from './http.ts';
import { createTenant, type Tenant, type TestProgram } from './program.ts';
import { givePassword, signInBrowser } from './sign-in.ts';
import { expectAccessible, listenToComplaints } from './visitor.ts';

export interface EnterOptions {
  readonly width?: number;
  /** The page that is opened; none when left out. */
  readonly path?: string;
}

/** A member of a site who is signed in in a browser. */
export interface StudioMember {
  readonly tenant: Tenant;
  readonly credentials: Credentials;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The API with the member's key. */
  manage(method: string, path: string, body?: unknown): Promise<Answer>;
  takeComplaints(): string[];
}

interface Credentials {
  readonly email: string;
  readonly mot_de_passe: string;
}

/** A new account with a site. */
export async function enterStudio(
  vitrine: TestProgram,
  browser: TestBrowser,
  { width = 1440, path }: EnterOptions = {},
): Promise<StudioMember> {
  const origin = `http://localhost:${vitrine.port}`;
  const tenant = await createTenant(vitrine.databaseUrl);
  const credentials = await givePassword(vitrine.databaseUrl, tenant.accountId);
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    // Three hours from where the server tells times.
    timezoneId: 'Indian/Reunion',
    // Colours that change over time would be judged half-way.
    reducedMotion: 'reduce',
  });
  await signInBrowser(vitrine, context, tenant);
  const page = await context.newPage();
  const takeComplaints = listenToComplaints(page, origin);
  if (path !== undefined) await page.goto(origin + path);
  const manage = (method: string, path: string, body?: unknown) => vitrine.ask({ method, path, key: tenant.key, body });
  return { tenant, credentials, context, page, manage, takeComplaints };
}

/** Opens and fills in the login page. */
export async function logIn(page: Page, origin: string, credentials: Credentials): Promise<void> {
  await page.goto(`${origin}/connexion`);
  await fillLogin(page, credentials);
}

/** Signs in where the login page is open. */
export async function fillLogin(page: Page, { email, mot_de_passe }: Credentials): Promise<void> {
  await page.getByLabel('Adresse électronique').fill(email);
  await page.getByLabel('Mot de passe').fill(mot_de_passe);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Checks that the script of a page has found what it would have drawn itself; only times are told in another zone. */
export async function expectDrawnAlike(page: Page): Promise<void> {
  const [drawn, alive] = (await page.evaluate(`(async () => {
    const text = await (await fetch(location.href)).text();
    const made = new DOMParser().parseFromString(text.slice(text.indexOf('<body ')), 'text/html');
    return [made, document].map((one) => {
      const parts = ['cadre', 'racine'].map((id) => one.getElementById(id).cloneNode(true));
      for (const time of parts.flatMap((part) => [...part.querySelectorAll('time')])) time.replaceChildren();
      return parts.map((part) => part.innerHTML).join('');
    });
  })()`)) as [string, string];
  expect(alive).toBe(drawn);
}

/** The rules of axe that look at colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** Checks that there is no barrier and no sideways scroll, in light and, where only colours are others, in dark. */
export async function expectNoBarrier(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, OF_COLOURS);
}
