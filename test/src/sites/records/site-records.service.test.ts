import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SiteRecords } from '../../../../src/sites/records/site-records.ts';
import { listFailures } from '../../../../src/storage/failures.ts';
import { liftQuarantines, listQuarantines } from '../../../../src/storage/quarantines.ts';
import type { RolePools } from '../../../../src/storage/role-pools.ts';
import { sweepUsage, usageOf } from '../../../../src/storage/usage.ts';
import { freshDatabase, openPools, query } from '../../../support/database.ts';
import { createTenant } from '../../../support/program.ts';
import { until } from '../../../support/until.ts';

let url: string;
let db: RolePools;
let siteId: string;
beforeAll(async () => {
  url = await freshDatabase();
  db = openPools(url, 'vitrine_gestion');
});
afterAll(() => db.end());
beforeEach(async () => {
  siteId = (await createTenant(url)).siteId;
});

const THEME = { id: '00000000-0000-4000-8000-000000000001', version: '1' };
const GONE = '00000000-0000-4000-8000-00000000000f';

/** An instance, with what it has lifted and warned of. */
function instance(pools: Pick<RolePools, 'query'> = db) {
  const lifted: string[] = [];
  const warned: object[] = [];
  const renderer = { liftQuarantine: (themeId: string) => void lifted.push(themeId) };
  const log = { warn: (details: object) => void warned.push(details) };
  const records = new SiteRecords({ db: pools as RolePools, renderer, log, lookMs: 10 });
  return { records, lifted, warned };
}

function add(records: SiteRecords, site: string, { pages, cpuMs, bytes }: Record<'pages' | 'cpuMs' | 'bytes', number>) {
  const tally = records.of(site);
  tally.pages += pages;
  tally.cpuMs += cpuMs;
  tally.bytes += bytes;
}

const used = async () => (await usageOf(db, [siteId])).get(siteId) ?? null;

describe('what sites use', () => {
  it('of all instances stands together, to the last page before an end', async () => {
    const [one, other] = [instance().records, instance().records];
    add(one, siteId, { pages: 2, cpuMs: 10.4, bytes: 1_000 });
    await one.write();
    await one.write();
    add(one, siteId, { pages: 1, cpuMs: 0.4, bytes: 1 });
    add(other, siteId, { pages: 4, cpuMs: 5, bytes: 2 });
    add(other, GONE, { pages: 1, cpuMs: 1, bytes: 1 });
    await Promise.all([one.close(), other.close()]);
    // The parts of milliseconds that were left over have come to a whole one.
    expect(await used()).toEqual({ pages: 7, ms: 16, octets: 1_003 });
  });

  it('waits while the database is away, and is told once', async () => {
    let isAway = true;
    const { records, warned } = instance({
      query: (...words: Parameters<RolePools['query']>) =>
        isAway ? Promise.reject(new Error('away')) : db.query(...words),
    } as Pick<RolePools, 'query'>);
    add(records, siteId, { pages: 1, cpuMs: 1, bytes: 1 });
    records.of(siteId).noteFailures(THEME, [{ chemin: 'sections/a.liquid', message: 'm' }]);
    await records.write();
    add(records, siteId, { pages: 1, cpuMs: 1, bytes: 1 });
    await records.write();
    expect([await used(), warned]).toEqual([null, [{ reason: 'away' }]]);
    isAway = false;
    await records.close();
    expect(await used()).toEqual({ pages: 2, ms: 2, octets: 2 });
    expect(await listFailures(db, siteId, 9)).toMatchObject([{ lieu: 'sections/a.liquid', nombre: 1 }]);
  });

  it('goes after some days, an hour at a time', async () => {
    const insert = (hours: number) =>
      query(url, `INSERT INTO usages VALUES ($1, date_trunc('hour', now()) - make_interval(hours => $2), 1, 1, 1)`, [
        siteId,
        hours,
      ]);
    for (const hours of [0, 24, 24 * 7, 24 * 8 + 1, 24 * 9]) await insert(hours);
    expect([await sweepUsage(db), await sweepUsage(db), await sweepUsage(db)]).toEqual([true, true, false]);
    const { rows } = await query(url, 'SELECT count(*)::int AS n FROM usages WHERE site_id = $1', [siteId]);
    expect([rows[0].n, await used()]).toEqual([3, { pages: 1, ms: 1, octets: 1 }]);
  });
});

it('what fails of a theme is counted by its place, with the last that was said of it', async () => {
  const { records } = instance();
  const failing = (ligne: number, message: string) => ({ chemin: 'sections/a.liquid', ligne, colonne: 3, message });
  records.of(siteId).noteFailures(THEME, [failing(2, 'division par 0'), failing(9, `\0\ud800${'m'.repeat(500)}`)]);
  records.of(siteId).noteNoPage(THEME, { outcome: 'limit', limit: 'objects' });
  records.of(siteId).noteNoPage(THEME, { outcome: 'crashed' });
  records.of(siteId).noteNoPage(THEME, { outcome: 'error', incident: { chemin: 'layout/theme.liquid', message: 'l' } });
  records.of(siteId).noteNoPage(THEME, { outcome: 'refused', reason: 'busy' });
  // From a process that a theme has taken over.
  const strange = { chemin: 'x'.repeat(500), ligne: 1e99, colonne: 0.5, message: 5 as unknown as string };
  records.of(siteId).noteFailures(THEME, [strange]);
  await records.write();
  records.of(siteId).noteFailures({ ...THEME, version: '2' }, [failing(4, 'autre')]);
  await records.close();
  const found = await listFailures(db, siteId, 9);
  expect(found.map(({ lieu, nombre }) => [lieu, nombre]).sort()).toEqual([
    ['arret', 1],
    ['layout/theme.liquid', 1],
    ['objets', 1],
    ['sections/a.liquid', 3],
    ['x'.repeat(120), 1],
  ]);
  expect(found[0]).toMatchObject({ theme_id: THEME.id, ligne: 4, colonne: 3, message: 'autre', version: '2' });
});

describe('a quarantine', () => {
  it('stands for each instance that holds it; lifted by hand, each ends it, and a new one is not lifted', async () => {
    const [one, other] = [instance(), instance()];
    await Promise.all([one.records.begin('a:1'), other.records.begin('b:2')]);
    for (const { records } of [one, other]) records.of(siteId).noteQuarantine(THEME, 'limits', 60_000);
    const held = async () => (await listQuarantines(db, siteId)).filter(({ en_cours }) => en_cours);
    await until('both have written it', async () => (await held()).length === 2);
    expect((await held()).map(({ instance, raison, version }) => [instance, raison, version]).sort()).toEqual([
      ['a:1', 'limites', '1'],
      ['b:2', 'limites', '1'],
    ]);

    expect(await liftQuarantines(db, siteId)).toEqual(['a:1', 'b:2']);
    expect(await liftQuarantines(db, siteId)).toEqual([]);
    await until('both have ended it', () => one.lifted.length + other.lifted.length === 2);
    expect([one.lifted, other.lifted]).toEqual([[THEME.id], [THEME.id]]);

    one.records.of(siteId).noteQuarantine(THEME, 'crashes', 60_000);
    await until('it is written', async () => (await held()).length === 1);
    expect(await held()).toMatchObject([{ instance: 'a:1', raison: 'processus', levee_le: null }]);
    expect(one.lifted).toHaveLength(1);

    // It was in the memory of that process.
    await one.records.close();
    expect(await held()).toEqual([]);
    await other.records.close();
  });

  it('of a site that is gone is not written, and keeps no other from it', async () => {
    const { records } = instance();
    records.of(GONE).noteQuarantine({ ...THEME, id: GONE }, 'limits', 60_000);
    records.of(siteId).noteQuarantine(THEME, 'limits', 60_000);
    await records.begin('c:3');
    await until('the other is written', async () => (await listQuarantines(db, siteId)).length === 1);
    await records.close();
  });

  it('of an instance that has died is over when it starts again', async () => {
    const dead = instance();
    await dead.records.begin('d:4');
    dead.records.of(siteId).noteQuarantine(THEME, 'limits', 60_000);
    await until('it is written', async () => (await listQuarantines(db, siteId)).length === 1);
    const next = instance();
    await next.records.begin('d:4');
    expect(await listQuarantines(db, siteId)).toMatchObject([{ en_cours: false, levee_le: null }]);
    await Promise.all([next.records.close(), dead.records.close()]);
  });
});
