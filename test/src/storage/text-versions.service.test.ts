import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { TextVersions } from '../../../src/storage/text-versions.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';

/** Bytes of a text that no compression makes shorter, as the database keeps them, are about so many characters. */
const LONG = 12_000;

let url: string;
let pools: RolePools;
let siteId: string;
beforeAll(async () => {
  url = await freshDatabase();
  pools = openPools(url, 'vitrine_gestion');
  siteId = (await query(url, "INSERT INTO sites (slug, nom) VALUES ('s', 'S') RETURNING id")).rows[0].id;
});
afterAll(() => pools.end());

const VERSIONS = new TextVersions('pages', ['titre', 'contenu'], {
  ...{ count: 6, textBytes: 4.5 * LONG, siteBytes: 8.5 * LONG, countedFrom: LONG / 2 },
});
const PUBLISHED = { means: 'publication', author: null, withPlan: false, withWork: false, since: null } as const;
const SAVED = { ...PUBLISHED, means: 'enregistrement' } as const;

/** A page, and what keeps a version of it. */
async function page(slug: string) {
  const { rows } = await query(url, "INSERT INTO pages (site_id, slug, titre) VALUES ($1, $2, 'P') RETURNING id", [
    siteId,
    slug,
  ]);
  const { id } = rows[0];
  let number = 0;
  return {
    keep: async (means: typeof PUBLISHED | typeof SAVED, length: number) => {
      const contenu = randomBytes(length).toString('base64').slice(0, length);
      await query(url, 'UPDATE pages SET contenu = $2 WHERE id = $1', [id, contenu]);
      await VERSIONS.keep(pools, siteId, id, { ...means, number: ++number });
    },
    numbers: async () =>
      (
        await query(url, 'SELECT numero FROM versions_de_contenus WHERE contenu_id = $1 ORDER BY numero', [id])
      ).rows.map(({ numero }) => numero),
  };
}

it('of a text the oldest versions go, by count and by bytes; the newest and the one that was published stay', async () => {
  const short = await page('court');
  await short.keep(PUBLISHED, 10);
  for (let n = 0; n < 8; n++) await short.keep(SAVED, 10);
  expect(await short.numbers()).toEqual([1, 5, 6, 7, 8, 9]);
  const long = await page('long');
  await long.keep(PUBLISHED, LONG);
  for (let n = 0; n < 5; n++) await long.keep(SAVED, LONG);
  expect(await long.numbers()).toEqual([1, 4, 5, 6]);
  await long.keep(PUBLISHED, LONG);
  await long.keep(SAVED, 10);
  expect(await long.numbers()).toEqual([4, 5, 6, 7, 8]);
  await long.keep(SAVED, 10 * LONG);
  expect(await long.numbers()).toEqual([7, 9]);
});

it('of a site those of all texts go that are the oldest', async () => {
  await query(url, 'DELETE FROM versions_de_contenus');
  const [first, second, third] = [await page('un'), await page('deux'), await page('trois')];
  for (const one of [first, second, third]) {
    await one.keep(PUBLISHED, LONG);
    await one.keep(SAVED, LONG);
    await one.keep(SAVED, LONG);
  }
  expect([await first.numbers(), await second.numbers(), await third.numbers()]).toEqual([
    [1, 3],
    [1, 2, 3],
    [1, 2, 3],
  ]);
  for (let n = 0; n < 3; n++) await third.keep(SAVED, LONG);
  expect([await first.numbers(), await second.numbers(), await third.numbers()]).toEqual([
    [1, 3],
    [1, 3],
    [1, 4, 5, 6],
  ]);
});
