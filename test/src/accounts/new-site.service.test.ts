import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSite } from '../../../src/accounts/new-site.ts';
import { insertAccount } from '../../../src/storage/accounts.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { readCatalogTheme } from '../../../src/themes/catalog.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';

let url: string;
let service: RolePools;

beforeAll(async () => {
  url = await freshDatabase();
  service = openPools(url, 'vitrine_service');
});
afterAll(() => service.end());

async function addAccount(email: string, isConfirmed: boolean): Promise<string> {
  const account = await insertAccount(service, { email, passwordHash: '', type: 'client', isConfirmed });
  return account?.id ?? '';
}

const make = (accountId: string, slug?: string) =>
  createSite(
    service,
    readCatalogTheme,
    { name: 'Chez Léa', trade: 'artisan', origin: 'origo', edition: 'etabli', ...(slug && { slug }) },
    accountId,
    { sitesDomain: 'localhost', platformHost: undefined },
  );

/** The codes of refusals, and the addresses of sites that were made. */
const outcomes = async (made: readonly Promise<{ readonly slug: string }>[]) =>
  (await Promise.allSettled(made)).map((one) => (one.status === 'fulfilled' ? one.value.slug : one.reason.code)).sort();

it('of two sites that an unconfirmed account makes at once one is made, whole', async () => {
  const account = await addAccount('a@exemple.fr', false);
  expect(await outcomes([make(account), make(account)])).toEqual(['chez-lea', 'trop_de_sites']);
  const { rows } = await query(
    url,
    `SELECT etat, (SELECT count(*)::int FROM pages WHERE site_id = s.id) AS pages,
       (SELECT role FROM themes WHERE site_id = s.id) AS theme FROM sites s`,
  );
  expect(rows).toEqual([{ etat: 'essai', pages: 3, theme: 'publie' }]);
});

it('a typed address is had by one of two accounts; an address of the name gets a number', async () => {
  const accounts = [await addAccount('b@exemple.fr', true), await addAccount('c@exemple.fr', true)];
  expect(await outcomes(accounts.map((account) => make(account, 'lea')))).toEqual(['adresse_de_site_prise', 'lea']);
  expect(await outcomes(accounts.map((account) => make(account)))).toEqual(['chez-lea-2', 'chez-lea-3']);
});
