import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fontFaces } from '../../../../engine/fonts/faces.ts';
import type { Renderer } from '../../../../sandbox/index.ts';
import { LivePreview } from '../../../../src/cli/preview/live-preview.ts';
import { startOfflineRenderer } from '../../../../src/cli/workspace/offline-renderer.ts';
import { lentBrowser, type TestBrowser } from '../../../support/browser.ts';
import { ask } from '../../../support/http.ts';
import { needs } from '../../../support/needs.ts';
import { type ThemeOnDisk, themeOnDisk } from '../../../support/theme-on-disk.ts';
import { until } from '../../../support/until.ts';

const LAYOUT = (body: string) =>
  `<!DOCTYPE html><html lang="fr"><head><title>{{ site.nom }}</title>{{ 'theme.css' | asset_url | stylesheet_tag }}</head><body>${body}{{ content_for_layout }}</body></html>`;
const SHOWN = '{ "sections": { "a": { "type": "dit" } }, "order": ["a"] }';
const SECTION = (text: string) => `<p id="dit">${text}</p>`;

let theme: ThemeOnDisk;
let renderer: Renderer;
let live: LivePreview;
let address: string;
const lines: string[] = [];

const start = (port = 4400, isPortFree = true) =>
  LivePreview.start({
    root: theme.root,
    contentFile: join(theme.root, 'contenu.json'),
    renderer,
    port,
    isPortFree,
    say: (line) => lines.push(line),
  });

beforeAll(async () => {
  [theme, renderer] = await Promise.all([themeOnDisk(), startOfflineRenderer()]);
  await theme.write('layout/theme.liquid', LAYOUT(''));
  await theme.write('sections/dit.liquid', SECTION('premier'));
  await theme.write('assets/theme.css', 'body { color: rgb(1, 2, 3); }');
  await theme.write('config/settings_schema.json', '[]');
  for (const name of ['index', 'page']) await theme.write(`templates/${name}.json`, SHOWN);
  live = await start();
  address = live.address;
});
afterAll(async () => {
  await live.close();
  await Promise.all([renderer.close(), theme.remove()]);
});

const get = (path: string, headers: Record<string, string> = {}) =>
  ask({ port: Number(new URL(address).port), path, headers: { host: new URL(address).host, ...headers } });

describe('vitrine apercu', () => {
  it('shows all that a site has, with the headers of the platform', async () => {
    const home = await get('/');
    expect(home.status).toBe(200);
    expect(home.text).toContain('premier');
    const nonce = /script-src 'nonce-([^']+)'/.exec(String(home.headers['content-security-policy']))?.[1];
    expect(home.text).toContain(`<script nonce="${nonce}" src="/.apercu/client.js"`);
    const paths = ['/a-propos', '/blog', '/blog/journal', '/blog.atom', '/nulle-part', '/theme-assets/x/theme.css'];
    const statuses = await Promise.all(paths.map(async (path) => (await get(path)).status));
    expect(statuses).toEqual([200, 200, 200, 200, 404, 404]);
    const asset = /\/theme-assets\/[^"]+\/theme\.css/.exec(home.text)?.[0] ?? '';
    expect(await get(asset)).toMatchObject({ status: 200, text: 'body { color: rgb(1, 2, 3); }' });
    const [font] = fontFaces('inter');
    expect((await get(font?.address ?? '')).headers['content-type']).toBe('font/woff2');
  });

  it('names the template that an address of the content needs and the theme lacks', async () => {
    const told = (path: string) => lines.filter((line) => line.startsWith(`templates/${path}.json: `));
    await until('it is printed, once a template', () =>
      expect([told('blog'), told('article')].map((one) => one.length)).toEqual([1, 1]),
    );
    expect(told('blog')[0]).toContain('L’adresse /blog demande ce gabarit, que le thème n’a pas');
    // The platform's own list, with what is missing over it.
    expect((await get('/blog')).text).toMatch(/data-problemes="[^"]*templates\/blog\.json/);
    expect((await get('/')).text).toContain('data-problemes="[]"');

    const content = { nom: 'Chez moi', pages: [{ slug: 'a-propos', titre: 'T', gabarit: 'histoire' }] };
    await theme.write('contenu.json', JSON.stringify(content));
    await until('the page is shown by another template', async () =>
      expect((await get('/a-propos')).text).toMatch(/data-problemes="[^"]*templates\/page\.json le remplace/),
    );
    await until('it is printed, too', () => expect(told('histoire')).toHaveLength(1));
    await rm(join(theme.root, 'templates/page.json'));
    await until('the page says which files it lacks', async () => {
      const { status, text } = await get('/a-propos');
      expect([status, text]).toEqual([404, expect.stringContaining('templates/histoire.json ou templates/page.json')]);
    });
    expect((await get('/nulle-part')).text).toContain('Cette adresse ne mène à aucune page de ce site.');
    await theme.write('templates/page.json', SHOWN);
    await rm(join(theme.root, 'contenu.json'));
    await until('all is as before', async () => {
      expect((await get('/a-propos')).status).toBe(200);
      expect((await get('/blog')).status).toBe(200);
    });
  });

  it('tells who sends a form what a site would, and stores nothing', async () => {
    const sent = await fetch(`${address}/contact`, {
      method: 'POST',
      body: new URLSearchParams({ nom: 'Léa', message: 'Bonjour' }),
      redirect: 'manual',
    });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/?demande=merci']);
  });

  it('answers to no name that another site could lead here', async () => {
    for (const host of ['pirate.example', `pirate.example:${new URL(address).port}`, 'localhost:1']) {
      const { status, text } = await get('/', { host });
      expect(text).not.toContain('premier');
      expect(status).toBeGreaterThanOrEqual(400);
    }
    expect((await get('http://pirate.example/')).status).toBe(403);
    const { port } = new URL(address);
    expect((await get('/', { host: `localhost:${port}` })).status).toBe(200);
    expect((await get('/.apercu/evenements', { origin: 'http://pirate.example' })).status).toBe(403);
  });

  it('takes the next port when one is taken, unless it was asked for', async () => {
    const { port } = new URL(address);
    const other = await start(Number(port));
    expect(Number(new URL(other.address).port)).toBeGreaterThan(Number(port));
    await other.close();
    await expect(start(Number(port), false)).rejects.toThrow(`Le port ${port} est déjà pris`);
  });
});

describe('in a browser', needs('Chromium'), () => {
  let browser: TestBrowser;
  let page: Page;
  beforeAll(async () => {
    browser = await lentBrowser();
    page = await browser.newPage();
    await page.goto(`${address}/`);
    await page.evaluate('window.marque = 1');
  });
  afterAll(() => browser.close());

  /** What a page says now; nothing while it is being replaced. */
  const said = (expression: string) => page.evaluate<string>(expression).catch(() => '');
  const shows = (text: string) =>
    until(`the page shows ${text}`, async () => expect(await said('document.body.innerText')).toContain(text));
  const panel = () => said(`document.querySelector('vitrine-apercu')?.shadowRoot?.textContent ?? ''`);
  const panelSays = (text: string) =>
    until(`the panel says ${text}`, async () => expect(await panel()).toContain(text));
  const isMarked = () => page.evaluate<boolean>(`'marque' in window`);

  it('takes a style sheet that is saved without asking for the page again', async () => {
    await theme.write('assets/theme.css', 'body { color: rgb(4, 5, 6); }');
    await until('the new style is seen', async () =>
      expect(await said('getComputedStyle(document.body).color')).toBe('rgb(4, 5, 6)'),
    );
    expect(await isMarked()).toBe(true);
    expect(await page.locator('link[rel=stylesheet]').count()).toBe(1);
  });

  it('shows what is saved, however the editor saves it, and says how long that took', async () => {
    const file = join(theme.root, 'sections/dit.liquid');
    await writeFile(file, SECTION('en place'));
    await shows('en place');
    await writeFile(join(theme.root, 'sections/.dit.liquid.tmp'), SECTION('par renommage'));
    await rename(join(theme.root, 'sections/.dit.liquid.tmp'), file);
    await shows('par renommage');
    await rename(file, `${file}~`);
    await writeFile(file, SECTION('avec une copie'));
    await shows('avec une copie');
    expect(await isMarked()).toBe(true);
    await until('it is said that the section is shown', () =>
      expect(lines).toContainEqual(expect.stringMatching(/^sections\/dit\.liquid : montré en \d+ ms \(/)),
    );
  });

  /** The document, but for what is another in every answer. */
  const documentOf = async (shown: Page) =>
    (await shown.evaluate<string>('document.documentElement.outerHTML')).replaceAll(
      / (nonce|data-version)="[^"]*"/g,
      '',
    );

  it('changes the page in place to what a browser would load', async () => {
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await theme.write(
      'sections/dit.liquid',
      `{% stylesheet %}#dit { margin-top: 3000px }{% endstylesheet %}<ul>{% for n in (1..3) %}<li>{{ n }}</li>{% endfor %}</ul>${SECTION('plus bas')}`,
    );
    await shows('plus bas');
    expect(await said(`getComputedStyle(document.querySelector('#dit')).marginTop`)).toBe('3000px');
    await page.evaluate(`document.querySelector('#dit').scrollIntoView()`);
    const place = await page.evaluate('scrollY');
    await theme.write('assets/theme.css', 'body { color: rgb(7, 8, 9); }');
    await theme.write(
      'sections/dit.liquid',
      `{% stylesheet %}#dit { margin-top: 4000px }{% endstylesheet %}<ul class="u"><li>2</li></ul>${SECTION('autrement')}`,
    );
    await shows('autrement');
    await until('the next style is seen', async () =>
      expect(await said('getComputedStyle(document.body).color')).toBe('rgb(7, 8, 9)'),
    );
    expect(await said(`getComputedStyle(document.querySelector('#dit')).marginTop`)).toBe('4000px');
    expect(await page.evaluate('scrollY')).toBe(place);
    const loaded = await browser.newPage();
    await loaded.goto(page.url());
    expect((await documentOf(page)).replace(/\?apercu=\d+/, '')).toBe(await documentOf(loaded));
    await loaded.close();
    expect([await isMarked(), complaints]).toEqual([true, []]);
  });

  it('loads a page again that has scripts, and one whose pictures have changed', async () => {
    await theme.write(
      'sections/dit.liquid',
      `${SECTION('animé')}<script nonce="{{ nonce }}">window.anime = 1</script>`,
    );
    await shows('animé');
    await until('the script has run', async () => expect(await said(`String(window.anime)`)).toBe('1'));
    expect(await isMarked()).toBe(false);
    await theme.write('sections/dit.liquid', SECTION('calme'));
    await shows('calme');
    expect(await said(`String(window.anime)`)).toBe('undefined');
    await page.evaluate('window.marque = 1');
    await theme.write('assets/dessin.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await until('the mark is gone', async () => expect(await isMarked()).toBe(false));
  });

  it('shows a mistake with its place and its line, until it is mended', async () => {
    await theme.write('sections/dit.liquid', `${SECTION('cassé')}\n  {% if %}`);
    await panelSays('sections/dit.liquid:2:3');
    expect(await panel()).toContain('{% if %}');
    await until('the diagnostic is printed', () =>
      expect(lines.some((line) => line.startsWith('sections/dit.liquid:2:3: '))).toBe(true),
    );
    await theme.write('sections/dit.liquid', SECTION('réparé'));
    await shows('réparé');
    await until('the panel is empty', async () => expect(await panel()).toBe(''));
    await theme.write('layout/theme.liquid', LAYOUT('{% for %}'));
    await panelSays('layout/theme.liquid:1:');
    await theme.write('layout/theme.liquid', LAYOUT(''));
    await shows('réparé');
  });

  it('follows vitrine.json as it is saved, and tells where that is wrong', async () => {
    await theme.write('sections/dit.liquid', `${SECTION('réglé')}{{ site.nom | nope }}`);
    await panelSays('sections/dit.liquid:1:');
    await theme.write('vitrine.json', '{ "verifications": { "filtre_inconnu": "non" } }');
    await until('the panel is empty', async () => expect(await panel()).toBe(''));
    await theme.write('vitrine.json', '{ "verifications": [] }');
    await panelSays('vitrine.json:1:20');
    await rm(join(theme.root, 'vitrine.json'));
    await theme.write('sections/dit.liquid', SECTION('réglé'));
    await until('the panel is empty again', async () => expect(await panel()).toBe(''));
  });

  it('shows the content of the author, or where it is wrong', async () => {
    await theme.write('contenu.json', '{\n  "nom": "Chez moi",\n  "pages": [{ "slug": "A b", "titre": "T" }]\n}');
    await panelSays('contenu.json:3:23');
    await theme.write('contenu.json', '{ "nom": "Chez moi", "pages": [{ "slug": "ici", "titre": "T" }] }');
    await until('the title is seen', async () => expect(await said('document.title')).toBe('Chez moi'));
    expect((await get('/ici')).status).toBe(200);
    await until('the panel is empty again', async () => expect(await panel()).toBe(''));
  });

  it('comes back when the preview does', async () => {
    const { port } = new URL(address);
    await live.close();
    await theme.write('sections/dit.liquid', SECTION('entre-temps'));
    live = await start(Number(port), false);
    await shows('entre-temps');
  });
});

it('ends at Ctrl-C without a trace', async () => {
  const vitrine = fileURLToPath(new URL('../../../../src/cli/vitrine.ts', import.meta.url));
  const child = spawn(process.execPath, [vitrine, 'apercu', theme.root, '--port', '0'], { stdio: 'pipe' });
  let out = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (text) => {
      out += text;
      if (out.includes('est prêt')) resolve();
    });
  });
  await ready;
  child.kill('SIGINT');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(out).toMatch(/Accueil\s+http:\/\/127\.0\.0\.1:\d+\/\n/);
});
