import { afterAll, beforeAll, expect, it } from 'vitest';
import { encoded, URLENCODED } from '../../support/contact.ts';
import { query } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { FROM_MEMORY, type FragileProgram, publishSite, type Site, startFragileProgram } from './support.ts';

let fragile: FragileProgram;
let site: Site;

beforeAll(async () => {
  fragile = await startFragileProgram();
  site = await publishSite(fragile, '[{{ page.demande }}]');
  expect((await site.page()).text).toBe('[]');
});
afterAll(() => fragile.close());

const send = (headers: Record<string, string> = {}) =>
  fragile.vitrine.ask({
    host: `${site.slug}.localhost`,
    method: 'POST',
    path: '/contact',
    headers: { ...URLENCODED, ...headers },
    body: encoded({ nom: 'Léa' }),
  });
const stored = async () =>
  (await query(fragile.databaseUrl, 'SELECT champs FROM demandes WHERE site_id = $1', [site.siteId])).rows;

it('while the database is away a visitor is told that nothing is stored, and thanked again once it is back', async () => {
  await fragile.proxy.stop();
  const answer = await send();
  expect([answer.status, answer.headers.location]).toEqual([303, '/?demande=erreur']);
  const page = await site.page(answer.headers.location);
  expect([page.status, page.text, page.headers['cache-status']]).toEqual([
    200,
    '[erreur]',
    expect.stringMatching(FROM_MEMORY),
  ]);
  expect(await stored()).toEqual([]);

  await fragile.proxy.accept();
  await until('a message is taken', async () => expect((await send()).headers.location).toBe('/?demande=merci'));
  expect(await stored()).toEqual([{ champs: { nom: 'Léa' } }]);
});

it('a table that refuses is told alike', async () => {
  const before = await stored();
  await query(fragile.databaseUrl, 'ALTER TABLE demandes ADD CONSTRAINT rien CHECK (false) NOT VALID');
  expect((await send()).headers.location).toBe('/?demande=erreur');
  await query(fragile.databaseUrl, 'ALTER TABLE demandes DROP CONSTRAINT rien');
  expect(await stored()).toEqual(before);
});
