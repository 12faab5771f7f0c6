import type { BrowserContext, Page } from 'playwright-core';
import type { BillingState } from '../../src/storage/sites.ts';
import type { TestBrowser } from './browser.ts';
import { createTenant, MINIMAL_THEME, type Tenant, type TestProgram } from './program.ts';
import { publishTheme } from './published-theme.ts';
import { signIn, signInBrowser } from './sign-in.ts';
import { listenToComplaints } from './visitor.ts';

const section = (type: string) => JSON.stringify({ sections: { a: { type } }, order: ['a'] });

/** Shows the texts of pages and articles. */
const WRITTEN_THEME: Readonly<Record<string, string>> = {
  ...MINIMAL_THEME,
  'templates/page.json': section('page'),
  'templates/contact.json': section('page'),
  'templates/blog.json': section('liste'),
  'templates/article.json': section('article'),
  'sections/page.liquid': '<h1>{{ page.titre }}</h1>{{ page.contenu }}',
  'sections/liste.liquid':
    '{% for article in blog.articles %}<a href="{{ article.url }}">{{ article.titre }}</a>{% endfor %}',
  'sections/article.liquid': '<h1>{{ article.titre }}</h1><img src="{{ article.image }}" alt="">{{ article.contenu }}',
};

/** People who write pages and articles of their site. */
export function writer(test: () => { readonly vitrine: TestProgram; readonly browser: TestBrowser }) {
  const origin = () => `http://localhost:${test().vitrine.port}`;

  /** A site's owner who is signed in; a theme is published. */
  async function own({ state = 'actif' as BillingState, width = 1440 } = {}) {
    const { vitrine, browser } = test();
    const tenant = await createTenant(vitrine.databaseUrl, { state });
    await publishTheme(vitrine, tenant.siteId, WRITTEN_THEME);
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    await enter(context, tenant);
    const studio = `/studio/${tenant.slug}`;
    /** What visitors get at an address. */
    const visit = (path: string) => vitrine.ask({ host: `${tenant.slug}.localhost`, path });
    /** The API with a session, as the page uses it. */
    const session = (await signIn(vitrine, tenant)).cookie;
    // Scripts and pages are made at their first request, which takes long on a busy machine.
    for (const path of ['/studio/scripts/writing.js', `${studio}/contenu`])
      await vitrine.ask({ path, headers: { cookie: session } });
    const api = async (method: string, path: string, body?: unknown) => {
      const headers = { cookie: session, origin: origin(), 'x-service-site-cible': tenant.siteId };
      const answer = await vitrine.ask({ method, path, body, headers, host: `localhost:${vitrine.port}` });
      if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json();
    };
    return { ...tenant, context, studio, visit, api };
  }

  /** Signs in, as in another tab. */
  const enter = (context: BrowserContext, tenant: Tenant) => signInBrowser(test().vitrine, context, tenant);

  /** Opens an address in a tab of its own, where a text is written. */
  async function open(context: BrowserContext, path: string) {
    const page = await context.newPage();
    const takeComplaints = listenToComplaints(page, origin());
    await page.goto(origin() + path);
    return { page, takeComplaints, ...partsOf(page) };
  }

  return { own, enter, open, origin };
}

/** The parts of the page on which a text is written. */
const partsOf = (page: Page) => ({
  title: page.getByLabel('Titre', { exact: true }),
  text: page.getByRole('textbox', { name: 'Texte', exact: true }),
  address: page.getByLabel('Adresse', { exact: true }),
  preview: page.frameLocator('iframe[title="Aperçu"]'),
  state: page.locator('.text-state'),
  saved: page.getByText('Tout est enregistré'),
  press: (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
  /** Chooses from the menu « Plus d’actions ». */
  choose: async (name: string) => {
    await page.getByRole('button', { name: 'Plus d’actions' }).click();
    await page.getByRole('button', { name, exact: true }).click();
  },
});
