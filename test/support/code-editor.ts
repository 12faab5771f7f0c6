/** The code editor of the studio in a browser, with a site to edit. */
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { withConnection } from '../../src/storage/database.ts';
import { upsertMember } from '../../src/storage/members.ts';
import { lentBrowser, type TestBrowser } from './browser.ts';
import { query } from './database.ts';
import { createTenant, startTestProgram, type Tenant, type TestProgram } from './program.ts';
import { createPublicSite, type PublicSite } from './public-site.ts';
import { signInBrowser } from './sign-in.ts';
import { until } from './until.ts';

/** A section that most tests edit. */
export const LINES = ['<h2>un</h2>', '<p>deux</p>', '<p>trois</p>', '<p>quatre</p>', '<p>cinq</p>', ''].join('\n');
export const EDITED = 'sections/texte.liquid';
export const FILES = {
  [EDITED]: LINES,
  'snippets/carte.liquid': '<b>carte</b>',
  'sections/cartes.liquid': "{% render 'carte' %}\n{% render 'carte' %}\n",
  'templates/index.json': '{\n  "sections": { "a": { "type": "texte" } },\n  "order": ["a"]\n}\n',
};

export class EditorWorld {
  vitrine: TestProgram;
  readonly browser: TestBrowser;
  readonly site: PublicSite;

  private constructor(vitrine: TestProgram, browser: TestBrowser, site: PublicSite) {
    this.vitrine = vitrine;
    this.browser = browser;
    this.site = site;
  }

  static async start(): Promise<EditorWorld> {
    const [vitrine, browser] = await Promise.all([startTestProgram(), lentBrowser()]);
    return new EditorWorld(vitrine, browser, await createPublicSite(vitrine, FILES));
  }

  close(): Promise<unknown> {
    return Promise.all([this.vitrine.close(), this.browser.close()]);
  }

  get origin(): string {
    return `http://localhost:${this.vitrine.port}`;
  }

  /** Stops the program, and starts it again on the same data and port. */
  async restart(whileStopped: () => Promise<unknown>): Promise<void> {
    const { port, databaseUrl } = this.vitrine;
    await this.vitrine.close();
    await whileStopped();
    this.vitrine = await startTestProgram({ PORT: String(port) }, { databaseUrl });
  }

  /** A file as it is stored; null for none. */
  async stored(path = EDITED, { themeId } = this.site): Promise<string | null> {
    const sql = 'SELECT contenu FROM fichiers_complets WHERE theme_id = $1 AND chemin = $2';
    const { rows } = await query(this.vitrine.databaseUrl, sql, [themeId, path]);
    return rows[0]?.contenu ?? null;
  }

  /** A browser in which the owner of a site is signed in. */
  async signedIn(site = this.site, colorScheme: 'light' | 'dark' = 'light'): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    await this.signIn(context, site);
    return context;
  }

  signIn(context: BrowserContext, site = this.site): Promise<void> {
    return signInBrowser(this.vitrine, context, site);
  }

  /** Another account that may write to the site. */
  async colleague({ siteId } = this.site): Promise<Tenant> {
    const { databaseUrl } = this.vitrine;
    const colleague = await createTenant(databaseUrl);
    await withConnection('DATABASE_URL', databaseUrl, (db) => upsertMember(db, siteId, colleague.accountId, 'editeur'));
    return colleague;
  }

  /** The editor of a site's theme, with a file in it. */
  async edit(context: BrowserContext, path = EDITED, site = this.site): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.origin}/studio/${site.slug}/themes/${site.themeId}`);
    await openFile(page, path);
    return page;
  }
}

export async function openFile(page: Page, path: string): Promise<void> {
  await page.getByRole('treeitem', { name: path.split('/')[1] ?? '', exact: true }).click();
  await page.getByRole('textbox', { name: path }).waitFor();
}

/** Writes over a line of the open file. @param line from 1 on */
export async function writeLine(page: Page, line: number, text: string): Promise<void> {
  const lines = page.locator('.cm-line');
  await lines.nth(line - 1).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.insertText(text);
  await page.locator('.unsaved', { hasText: 'non enregistré' }).waitFor();
}

export const save = (page: Page): Promise<void> => page.keyboard.press('Control+s');

/** What the editor said last. */
export const told = (page: Page): Promise<string | null> => page.locator('.told').textContent();

export const isSaved = async (page: Page): Promise<void> => {
  await until('the file is saved', async () => expect(await told(page)).toBe('Enregistré'));
};

/** The text of the open file. */
export const shown = (page: Page): Promise<string> => page.getByRole('textbox').innerText();

/** What the editor does whenever its window is looked at again: it looks for changes made elsewhere. */
export const lookAgain = (page: Page): Promise<unknown> => page.evaluate('dispatchEvent(new Event("focus"))');
