import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE, enter, giveCode, protect } from '../../support/access-code.ts';
import { query } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { FROM_MEMORY, type FragileProgram, publishSite, type Site, startFragileProgram } from './support.ts';

let fragile: FragileProgram;
let site: Site;
let host: string;
beforeAll(async () => {
  fragile = await startFragileProgram();
  site = await publishSite(fragile, 'réservé');
  host = `${site.slug}.localhost`;
  await protect(fragile, site.siteId);
});
afterAll(() => fragile.close());

it('while the database is away a visitor who gave the code keeps seeing pages, and nobody else does', async () => {
  const cookie = await enter(fragile.vitrine, host);
  const visit = (headers: Record<string, string> = {}) => fragile.vitrine.ask({ host, headers });
  expect([(await visit({ cookie })).status, (await visit()).status]).toEqual([200, 401]);

  await fragile.proxy.stop();
  const page = await visit({ cookie });
  expect([page.status, page.text]).toEqual([200, 'réservé']);
  expect(page.headers).toMatchObject({
    'cache-status': expect.stringMatching(FROM_MEMORY),
    'cache-control': 'private, no-cache',
  });
  const stranger = await visit();
  expect([stranger.status, stranger.text.includes('réservé')]).toEqual([401, false]);
  const answer = await giveCode(fragile.vitrine, host, { code: CODE, retour: '/' });
  expect([answer.status, answer.headers['retry-after'], answer.headers['set-cookie']]).toEqual([503, '2', undefined]);
  expect(answer.text).toContain('La base de données est momentanément injoignable.');

  await fragile.proxy.pass();
});

it('a site that was taken off stays off while the database is away, and one that was brought back is shown', async () => {
  const shown = await publishSite(fragile, 'visible');
  const off = (reasons: string | null) =>
    query(fragile.databaseUrl, 'UPDATE sites SET hors_ligne = $2 WHERE id = $1', [shown.siteId, reasons]);
  // The database was away in the test before.
  await until('the site is shown', async () => expect((await shown.page()).status).toBe(200));
  await off('{"site": {"genre": "decision", "motif": "x", "le": "2026-01-01T00:00:00Z"}}');
  await until('the site is off', async () => expect((await shown.page()).status).toBe(503));
  await fragile.proxy.stop();
  const away = await shown.page();
  expect([away.status, away.text.includes('hors ligne')]).toEqual([503, true]);
  expect(away.headers['cache-status']).toMatch(FROM_MEMORY);

  await fragile.proxy.pass();
  await off(null);
  await until('the site is back', async () => expect((await shown.page()).status).toBe(200));
  await fragile.proxy.stop();
  const back = await shown.page();
  expect([back.status, back.text]).toEqual([200, 'visible']);
  await fragile.proxy.pass();
});
