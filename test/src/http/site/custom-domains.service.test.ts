import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, createClient } from '../../../support/client.ts';
import { adminJson } from '../../../support/operator.ts';
import { sharedProgram, type TestProgram } from '../../../support/program.ts';

const HOST = 'www.chez-lea.fr';

let vitrine: TestProgram;
let client: Client;
let themeId: string;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  themeId = await client.install();
  expect((await client.publish(themeId)).status).toBe(200);
  for (const domain of ['WWW.Chez-Lea.fr', 'léa.fr']) {
    await adminJson(vitrine.databaseUrl, 'site', 'domaine', client.tenant.slug, '--ajouter', domain);
  }
});
afterAll(() => vitrine.close());

const visit = (path: string, host = HOST) => vitrine.ask({ host, path });

it.each(['/', '/page-inconnue'])('on a domain of its own a site shows %s as under the sites’ domain', async (path) => {
  const [own, named] = [await visit(path), await visit(path, `${client.tenant.slug}.localhost`)];
  /** Without what differs from one page to the next: the nonce, and when the page was made. */
  const lasting = (text: string) => text.replaceAll(/nonce="[^"]*"|value="\d{13}"/g, '');
  expect([own.status, lasting(own.text)]).toEqual([named.status, lasting(named.text)]);
});

it('its style sheet answers there too, at the address that the page has', async () => {
  const { text } = await visit('/');
  const address = /<link[^>]*href="([^"]*theme\.css)"/.exec(text)?.[1] ?? '';
  expect(address).toBe(`/theme-assets/${themeId}/theme.css`);
  const { status, headers } = await visit(address);
  expect([status, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
});

it.each([
  HOST,
  `${HOST}:8080`,
  'xn--la-bja.fr',
])('robots, map and llms.txt on %s lead to the main address', async (host) => {
  const origin = `http://${client.tenant.slug}.localhost:${vitrine.port}`;
  expect((await visit('/robots.txt', host)).text).toContain(`Sitemap: ${origin}/sitemap.xml\n`);
  for (const path of ['/sitemap.xml', '/llms.txt']) {
    const { text } = await visit(path, host);
    const addresses = [...text.matchAll(/(?:<loc>|\]\()(http[^<)]*)/g)].map(([, address]) => address ?? '');
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => !address.startsWith(`${origin}/`))).toEqual([]);
  }
});

it('a domain that is taken away leads nowhere from the next request on', async () => {
  await adminJson(vitrine.databaseUrl, 'site', 'domaine', client.tenant.slug, '--ajouter', 'ancien.fr');
  expect((await visit('/sitemap.xml', 'ancien.fr')).status).toBe(200);
  await adminJson(vitrine.databaseUrl, 'site', 'domaine', client.tenant.slug, '--retirer', 'ancien.fr');
  for (const path of ['/robots.txt', '/sitemap.xml', '/llms.txt'])
    expect((await visit(path, 'ancien.fr')).status).toBe(404);
});
