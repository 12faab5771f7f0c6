import { afterAll, beforeAll, expect, it } from 'vitest';
import { CODE, enter, giveCode, protect } from '../../support/access-code.ts';
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
