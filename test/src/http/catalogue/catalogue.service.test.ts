import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURE_SIZE } from '../../../../src/http/catalogue/pictures.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../../../src/themes/catalog.ts';
import { type CatalogFolder, catalogFolder } from '../../../support/catalog-folder.ts';
import { htmlFaults } from '../../../support/html-faults.ts';
import { type Answer, ask } from '../../../support/http.ts';
import { sizeOfJpeg } from '../../../support/jpeg.ts';
import { createTenant, startTestProgram, type TestProgram } from '../../../support/program.ts';
import { manyThemes, serveStorefront } from '../../../support/storefront.ts';

const namesOf = ({ text }: Answer) =>
  [...text.matchAll(/<h3 id="[^"]*"><bdi>(.*?)<\/bdi><\/h3>/g)].map(([, name]) => name);

describe('GET /catalogue on the platform', () => {
  let vitrine: TestProgram;
  beforeAll(async () => {
    vitrine = await startTestProgram({ STORE_URL: 'https://exemple.fr/themes?a=1&b=2' });
  });
  afterAll(() => vitrine?.close());
  const visit = (path = '/catalogue', headers: Record<string, string> = {}, host = 'localhost') =>
    vitrine.ask({ path, host, headers });

  it('shows every theme of the catalog, with its traits, trades and editions', async () => {
    const answer = await visit();
    expect(answer.status).toBe(200);
    const themes = await readCatalogFrom(CATALOG_FOLDER);
    expect(namesOf(answer)).toEqual(themes.map(({ metadata }) => metadata.nom));
    for (const { metadata } of themes) {
      for (const text of [metadata.pour, ...metadata.traits, ...metadata.editions.map(({ nom }) => nom)])
        expect(answer.text).toContain(text);
    }
    expect(await htmlFaults(answer.text)).toEqual([]);
  });

  it('under a fresh nonce; unchanged, 304 without a policy, so that the kept page keeps its nonce', async () => {
    const [one, two] = [await visit(), await visit()];
    const nonceOf = ({ headers }: Answer) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
    expect(one.text).toContain(`<style nonce="${nonceOf(one)}">`);
    expect(nonceOf(one)).not.toBe(nonceOf(two));
    expect([one.headers.etag, one.headers['cache-control']]).toEqual([two.headers.etag, 'no-cache']);
    const unchanged = await visit('/catalogue', { 'if-none-match': String(one.headers.etag) });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    expect(unchanged.headers).not.toHaveProperty('content-security-policy');
    expect((await visit('/catalogue?metier=restauration')).headers.etag).not.toBe(one.headers.etag);
  });

  it('its pictures are JPEG files that never change', async () => {
    const { text } = await visit();
    const addresses = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, address]) => String(address));
    expect(addresses.length).toBeGreaterThan(0);
    for (const path of addresses) {
      const { status, headers } = await visit(path);
      expect([status, headers['content-type']]).toEqual([200, 'image/jpeg']);
      expect(headers['cache-control']).toContain('immutable');
    }
  });

  it.each([
    '/catalogue/origo.jpg',
    '/catalogue/origo-0000000000000000.jpg',
    '/catalogue/..%2F..%2Fpackage.json',
    '/catalogue/constructor',
  ])('%s: 404', async (path) => {
    expect((await visit(path)).status).toBe(404);
  });

  it('is no page of a site', async () => {
    const { slug } = await createTenant(vitrine.databaseUrl);
    expect((await visit('/catalogue', {}, `${slug}.localhost`)).text).toContain('Ce site arrive bientôt');
  });

  it('STORE_URL: the home page leads to the storefront elsewhere, and /catalogue still answers', async () => {
    const { text } = await visit('/');
    expect(text).toContain('href="https://exemple.fr/themes?a=1&amp;b=2"');
    expect(text).not.toContain('href="/catalogue"');
  });

  it('no demo is shown where the operator has a database', async () => {
    expect((await visit()).text).not.toContain('class="demo"');
  });
});

describe('with many themes', () => {
  let catalog: CatalogFolder;
  let shop: Awaited<ReturnType<typeof serveStorefront>>;
  beforeAll(async () => {
    catalog = await catalogFolder(manyThemes());
    shop = await serveStorefront(catalog.url, { vela: 'vela' });
  });
  afterAll(async () => {
    await shop?.close();
    await catalog?.remove();
  });
  const visit = (path = '/catalogue') => ask({ port: shop.port, path });

  it('names stand for what they say and not for HTML, and the page is valid', async () => {
    const answer = await visit();
    expect(namesOf(answer)).toEqual([
      ...['Aplomb', 'Cadence', 'epure', '&lt;b>Forge&lt;/b>', 'Origo', 'piazza', 'Scène', 'V'.repeat(80)],
    ]);
    expect(answer.text).not.toContain('<b>');
    expect(answer.text).not.toContain('Quatre traits');
    expect(await htmlFaults(answer.text)).toEqual([]);
  });

  it('a theme without a picture shows its name in its place', async () => {
    const { text } = await visit();
    expect(text).not.toContain('<img');
    expect(text.match(/class="plate"/g)).toHaveLength(8);
  });

  it('shows all at a glance, each leading to its own place', async () => {
    const { text } = await visit();
    const glance = text.slice(text.indexOf('<nav class="glance"'));
    const places = [...glance.matchAll(/<li><a href="#([^"]+)"/g)].map(([, place]) => place);
    expect(places).toEqual([...text.matchAll(/<li id="([^"]+)"/g)].map(([, place]) => place));
    expect(places).toHaveLength(8);
  });

  it('gives the names of the editions that are not open', async () => {
    const { text } = await visit('/catalogue?metier=restauration');
    expect(text).toContain('<summary>Les autres : Édition etabli</summary>');
    expect((await visit()).text).toContain('<summary>Édition etabli, Édition tablee</summary>');
  });

  it('filters by trade, the themes that it matters most to first, with the edition that is meant for it', async () => {
    const answer = await visit('/catalogue?metier=restauration');
    expect(namesOf(answer)).toEqual(['Origo', 'Aplomb']);
    const meant = [...answer.text.matchAll(/<dt>([^<]*) <span class="badge">/g)].map(([, name]) => name);
    expect(meant).toEqual(['Édition tablee', 'Édition un']);
    expect([...answer.text.matchAll(/<a href="([^"]*)" aria-current="page">/g)].map(([, href]) => href)).toEqual([
      '/catalogue?metier=restauration',
    ]);
  });

  it('offers the trades that some theme is made for', async () => {
    const { text } = await visit();
    const nav = text.slice(text.indexOf('<nav'), text.indexOf('</nav>'));
    expect([...nav.matchAll(/metier=(\w+)/g)].map(([, trade]) => trade)).toEqual([
      ...['batiment', 'artisan', 'beaute', 'sport', 'image', 'restauration', 'commerce'],
    ]);
    expect(namesOf(await visit('/catalogue?metier=juridique'))).toEqual([]);
  });

  it.each([
    '?metier=',
    '?metier=inconnu',
    '?metier=__proto__',
    '?metier=sport&metier=image',
    '?metier[]=sport',
  ])('%s filters nothing', async (query) => {
    expect((await visit(`/catalogue${query}`)).headers.etag).toBe((await visit()).headers.etag);
  });

  it('leads to the demo site of a theme that has one, on the port of the visitor', async () => {
    const { text } = await visit();
    expect([...text.matchAll(/class="demo" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      `http://vela.sites.exemple.fr:${shop.port}/`,
    ]);
  });
});

it('every picture of the catalog is 720 × 540 px and has at most 60 KB', async () => {
  const themes = await readCatalogFrom(CATALOG_FOLDER);
  for (const { id } of themes) {
    const picture = await readFile(new URL(`pictures/${id}.jpg`, CATALOG_FOLDER)).catch(() => null);
    if (!picture) continue;
    expect([id, sizeOfJpeg(picture)]).toEqual([id, PICTURE_SIZE]);
    expect(picture.length).toBeLessThanOrEqual(60_000);
  }
});
