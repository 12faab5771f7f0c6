import { afterAll, beforeAll, expect, it } from 'vitest';
import { LiveDemos } from '../../../src/demo/live-demos.ts';
import { type Database, openDatabase } from '../../../src/storage/database.ts';
import { CATALOG_IDS } from '../../../src/themes/catalog-ids.ts';
import { freshDatabase, query } from '../../support/database.ts';
import { makeTestDemo, type TestDemo } from '../../support/demo.ts';

let url: string;
let database: Database;
let demo: TestDemo;

beforeAll(async () => {
  url = await freshDatabase();
  demo = await makeTestDemo(url);
  database = await openDatabase({ url, serviceUrl: undefined, warn: () => undefined });
});
afterAll(() => Promise.all([database.close(), demo.remove()]));

const origoNow = async () => (await LiveDemos.open(database.public)).slugOf('origo');

it('a demo site is live while it answers to everybody: it exists, has a published theme and asks for no code', async () => {
  expect(await origoNow()).toBe('origo');
  await query(url, "UPDATE sites SET code_acces = 'x' WHERE slug = 'origo'");
  expect(await origoNow()).toBeNull();
  await query(url, "UPDATE sites SET code_acces = NULL WHERE slug = 'origo'");
  expect(await origoNow()).toBe('origo');
  await query(url, "UPDATE themes SET role = 'brouillon' WHERE origine = 'origo'");
  expect(await origoNow()).toBeNull();
  await query(url, "UPDATE themes SET role = 'publie' WHERE origine = 'origo'");
  await query(url, "UPDATE sites SET slug = 'ailleurs' WHERE slug = 'origo'");
  expect(await origoNow()).toBeNull();
});

it('the themes of the demo know the catalog’s tree that they come from', async () => {
  const { rows } = await query(url, 'SELECT DISTINCT arbre FROM originaux JOIN themes ON original = arbre');
  expect(rows).toHaveLength(CATALOG_IDS.length);
});

it('a theme without a demo site has none', async () => {
  expect((await LiveDemos.open(database.public)).slugOf('constructor')).toBeNull();
});

it('without a database no demo is live, and nothing fails', async () => {
  const away = await openDatabase({ url, serviceUrl: undefined, warn: () => undefined });
  await away.close();
  expect((await LiveDemos.open(away.public)).slugOf('origo')).toBeNull();
});
