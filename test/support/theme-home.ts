import type { BrowserContextOptions, Page } from 'playwright-core';
import { withAddresses } from '../../src/demo/photographs.ts';
import { withSettings } from '../../src/demo/settings.ts';
import type { CatalogTheme } from '../../src/themes/catalog.ts';
import type { TestBrowser } from './browser.ts';
import { shownPhotographs } from './shown-photographs.ts';
import { editionsOf, rendererOf, shownThemes, viewsOf } from './shown-theme.ts';
import { openThemeWindow } from './theme-window.ts';
import { listenToComplaints, watchRequests } from './visitor.ts';

/** The home page of a catalog theme with its demo content, on a server of its own: no database, no sandbox. */
export interface ThemeHome {
  readonly theme: CatalogTheme;
  /** Opens the page; the caller closes its context. */
  open(browser: TestBrowser, options: BrowserContextOptions): Promise<OpenHome>;
  close(): Promise<unknown>;
}

export interface OpenHome {
  readonly page: Page;
  /** What the browser said against it, and every request that left the server or failed. */
  readonly complaints: readonly string[];
}

/**
 * Renders the home page of a catalog theme in this process and serves it.
 * @returns null for a theme that the catalog does not have
 * @throws Error when it has no demo, or does not render without incident
 */
export async function serveThemeHome(id: string): Promise<ThemeHome | null> {
  const shown = (await shownThemes()).find((theme) => theme.id === id);
  if (!shown) return null;
  const [edition] = editionsOf(shown);
  const { addresses, pictures } = await shownPhotographs(shown.site);
  const files = withSettings(edition.files, withAddresses(shown.site.reglages ?? {}, addresses));
  const themeWindow = await openThemeWindow();
  themeWindow.show(rendererOf(files, shown.site, pictures)(viewsOf(shown.site).index), files);
  return {
    theme: shown.theme,
    open: (browser, options) => openHome(browser, themeWindow.origin, options),
    close: themeWindow.close,
  };
}

async function openHome(browser: TestBrowser, origin: string, options: BrowserContextOptions): Promise<OpenHome> {
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', ...options });
  const page = await context.newPage();
  const takeComplaints = listenToComplaints(page, origin);
  const untilWhole = watchRequests(page);
  await page.goto(`${origin}/`);
  await untilWhole();
  return { page, complaints: takeComplaints() };
}
