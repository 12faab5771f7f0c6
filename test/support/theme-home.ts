import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { compileTheme, loadTheme } from '../../engine/index.ts';
import { type DemoSite, readDemoSites } from '../../src/demo/demo-site.ts';
import { FontDoor } from '../../src/http/font-door.ts';
import { assetHeaders, freshNonce, pageHeaders } from '../../src/http/security.ts';
import { applyEdition, type CatalogTheme, readCatalogTheme } from '../../src/themes/catalog.ts';

const ASSETS = '/theme-assets/t/';

/** The home page of a catalog theme with its demo content, on a server of its own: no database, no sandbox. */
export interface ThemeHome {
  readonly theme: CatalogTheme;
  /** Opens the page; the caller closes its context. */
  open(browser: Browser, options: BrowserContextOptions): Promise<OpenHome>;
  close(): Promise<void>;
}

export interface OpenHome {
  readonly page: Page;
  /** What the browser said against it, and every request that left the server or failed. */
  readonly complaints: readonly string[];
}

/**
 * Renders the home page of a catalog theme in this process and serves it.
 * @returns null for a theme that the catalog or the demo does not have
 * @throws Error when it does not render without incident
 */
export async function serveThemeHome(id: string): Promise<ThemeHome | null> {
  const theme = await readCatalogTheme(id);
  const demo = (await readDemoSites()).find(({ themeId }) => themeId === id);
  if (!theme || !demo) return null;
  const files = applyEdition(theme, demo.site.edition);
  const nonce = freshNonce();
  const html = homeOf(files, demo.site, nonce);
  const fonts = await FontDoor.open();
  const server = createServer((request, response) => {
    if (fonts.answer(request, response)) return;
    const path = decodeURIComponent(request.url?.split('?')[0] ?? '');
    const asset = path.startsWith(ASSETS) ? files[`assets/${path.slice(ASSETS.length)}`] : undefined;
    if (path === '/') response.writeHead(200, pageHeaders(nonce)).end(html);
    else if (asset !== undefined) response.writeHead(200, assetHeaders(typeOf(path))).end(asset);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    theme,
    open: (browser, options) => openHome(browser, server, options),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const typeOf = (path: string) => (path.endsWith('.css') ? 'text/css; charset=utf-8' : 'image/svg+xml');

function homeOf(files: Readonly<Record<string, string>>, demo: DemoSite, nonce: string): string {
  const loaded = loadTheme(new Function(`return ${compileTheme(files, 't')}`)(), Date.now);
  const result = loaded.render(
    { site: { nom: demo.nom, slug: demo.slug, description: demo.description }, menus: demo.menus },
    {
      templates: ['index'],
      page: { titre: demo.nom, slug: '', contenu: '', demande: '', instant: Date.now() },
      nonce,
    },
  );
  if (result.outcome !== 'page' || result.incidents.length > 0) throw new Error(JSON.stringify(result).slice(0, 1000));
  return result.html;
}

async function openHome(browser: Browser, server: Server, options: BrowserContextOptions): Promise<OpenHome> {
  const { port } = server.address() as AddressInfo;
  const origin = `http://demo.localhost:${port}`;
  const context = await browser.newContext({ reducedMotion: 'reduce', colorScheme: 'light', ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (protocol !== 'data:' && asked !== origin) complaints.push(`outside: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  await page.goto(`${origin}/`, { waitUntil: 'networkidle' });
  await page.evaluate('document.fonts.ready');
  return { page, complaints };
}
