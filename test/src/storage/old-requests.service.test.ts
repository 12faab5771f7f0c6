import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { removeOldRequests } from '../../../src/storage/old-requests.ts';
import type { RolePools } from '../../../src/storage/role-pools.ts';
import { freshDatabase, openPools, query } from '../../support/database.ts';
import { startTestProgram } from '../../support/program.ts';
import { until } from '../../support/until.ts';

let url: string;
let pools: RolePools;
beforeAll(async () => {
  url = await freshDatabase();
  pools = openPools(url, 'vitrine_gestion');
  await query(url, "INSERT INTO sites (slug, nom) SELECT 's' || n, 'S' FROM generate_series(1, 250) n");
});
beforeEach(async () => {
  await query(url, 'DELETE FROM demandes');
  // Of each site one request of today, and one of 29, 31 and 400 days ago.
  await query(
    url,
    `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
     SELECT id, '/', '{}', '{}', now() - make_interval(days => age) FROM sites, unnest(ARRAY[0, 29, 31, 400]) age`,
  );
});
afterAll(() => pools.end());

const ages = async () =>
  (
    await query(
      url,
      `SELECT extract(day FROM now() - recue_le)::int AS age, count(*)::int AS n FROM demandes GROUP BY 1 ORDER BY 1`,
    )
  ).rows.map(({ age, n }) => [age, n]);

/** @returns how many steps it took */
async function goThrough(days: number): Promise<number> {
  let steps = 0;
  for (let after: string | null = ''; after !== null; steps++) after = await removeOldRequests(pools, days, after);
  return steps;
}

it('requests that are too old go, of all sites, and no other', async () => {
  expect(await goThrough(30)).toBe(2);
  expect(await ages()).toEqual([
    [0, 250],
    [29, 250],
  ]);
});

it('a site with many of them, be it the first, takes several steps', async () => {
  await query(
    url,
    `INSERT INTO demandes (site_id, page, champs, ordre, recue_le)
     SELECT (SELECT id FROM sites ORDER BY id LIMIT 1), '/', '{}', '{}', now() - interval '90 days' FROM generate_series(1, 2500)`,
  );
  await removeOldRequests(pools, 30, '');
  expect((await ages()).find(([age]) => age === 90)).not.toBeUndefined();
  await goThrough(30);
  expect((await ages()).map(([age]) => age)).toEqual([0, 29]);
});

it('a program that is told so removes them from its start on', async () => {
  const vitrine = await startTestProgram({ REQUESTS_KEPT_DAYS: '300' }, { databaseUrl: url });
  // Its first step goes through 200 sites; how long it rests afterwards depends on the machine.
  await until('some are gone', async () => expect((await ages()).at(-1)).toEqual([400, 50]));
  await vitrine.close();
});

it('several instances go through all sites at the same time', async () => {
  expect(await Promise.all([goThrough(30), goThrough(30), goThrough(30)])).toEqual([2, 2, 2]);
  expect((await ages()).map(([age]) => age)).toEqual([0, 29]);
});
