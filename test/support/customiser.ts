import type { BrowserContext, Page } from 'playwright-core';
import type { BillingState } from '../../src/storage/sites.ts';
import type { TestBrowser } from './browser.ts';
import { createTenant, type Tenant, type TestProgram } from './program.ts';
import { publishTheme } from './published-theme.ts';
import { SETTINGS_THEME } from './settings-theme.ts';
import { signInBrowser } from './sign-in.ts';

/** People who change their theme without code. */
export function customiser(test: () => { readonly vitrine: TestProgram; readonly browser: TestBrowser }) {
  const origin = () => `http://localhost:${test().vitrine.port}`;

  /** A site's owner who is signed in; the theme is published. */
  async function own(state: BillingState = 'actif', files: Readonly<Record<string, string>> = SETTINGS_THEME) {
    const { vitrine, browser } = test();
    const tenant = await createTenant(vitrine.databaseUrl, { state });
    const themeId = await publishTheme(vitrine, tenant.siteId, files);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    await enter(context, tenant);
    const path = `/studio/${tenant.slug}/themes/${themeId}/personnaliser`;
    const read = async (chemin: string) => {
      const answer = await vitrine.ask({ path: `/api/themes/${themeId}/fichiers?chemin=${chemin}`, key: tenant.key });
      return answer.json().fichier.contenu as string;
    };
    const visit = async () => (await vitrine.ask({ host: `${tenant.slug}.localhost`, path: '/' })).text;
    return { ...tenant, themeId, context, path, read, visit };
  }

  /** Signs in, as in another tab. */
  const enter = (context: BrowserContext, tenant: Tenant) => signInBrowser(test().vitrine, context, tenant);

  /** Opens the page in a tab of its own. @param go brings it there from the path */
  async function open(
    context: BrowserContext,
    path: string,
    go: (page: Page) => Promise<void> = async () => undefined,
  ) {
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(origin() + path);
    await go(page);
    await page.getByRole('heading', { name: 'Apparence du thème' }).waitFor();
    const preview = page.frameLocator('iframe[title="Aperçu"]');
    const press = (name: string | RegExp) =>
      page.getByRole('button', { name, exact: typeof name === 'string' }).click();
    return { page, preview, press, errors, saved: page.getByText('Tout est enregistré') };
  }

  return { own, enter, open };
}

/**
 * A page learns of changes made elsewhere by reading the list of its files, every four seconds by itself.
 * @param context whose pages are not opened yet
 * @returns has a page learn of none until its next save, and resolves when no reading is on its way any more
 */
export async function holdableLooks(context: BrowserContext): Promise<(page: Page) => Promise<unknown>> {
  const saves = new Map<Page, PromiseWithResolvers<void>>();
  const underWay = new Set<Promise<unknown>>();
  await context.route('**/fichiers', async (route) => {
    const save = saves.get(route.request().frame().page());
    if (route.request().method() === 'PUT') save?.resolve();
    else await save?.promise;
    const answer = route.fetch().then((response) => route.fulfill({ response }));
    underWay.add(answer);
    // A page may end before it is answered.
    await answer.catch(() => undefined);
    underWay.delete(answer);
  });
  return (page) => {
    saves.set(page, Promise.withResolvers());
    return Promise.all(underWay);
  };
}
