import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { withConnection } from '../../../src/storage/database.ts';
import { migrate } from '../../../src/storage/migrate.ts';
import { isOutOfReach } from '../../../src/storage/out-of-reach.ts';
import { openRolePools } from '../../../src/storage/role-pools.ts';
import { freshDataDir } from '../../support/data-dir.ts';
import { type Haproxy, startHaproxy } from '../../support/haproxy.ts';
import { ask } from '../../support/http.ts';
import { needs } from '../../support/needs.ts';
import { type PatroniCluster, startPatroni } from '../../support/patroni.ts';
import { createTenant } from '../../support/program.ts';
import { RecordedWrites } from '../../support/recorded-writes.ts';
import { type ServerProcess, startReadyServer } from '../../support/server-process.ts';
import { startTraffic } from '../../support/traffic.ts';
import { until } from '../../support/until.ts';

const SITES = 4;
const VISITORS = 2;
const WRITES_PER_SECOND = 8;

/** What operators have takes 20 s to notice that a machine has gone, and waits for the disk. */
const HASTE = [
  [/ttl: 20/, 'ttl: 8'],
  [/loop_wait: 5/, 'loop_wait: 1'],
  [/retry_timeout: 5/, 'retry_timeout: 3'],
  [/- data-checksums/, '- no-sync'],
  [/password_encryption: /, 'fsync: off\n        password_encryption: '],
] as const;

/** `npm run bench:cluster` does the same with three nodes, ten times, as operators have them. */
describe('a database that fails over', needs('Patroni'), () => {
  let folder: string;
  let database: PatroniCluster;
  let instances: ServerProcess[] = [];
  let haproxy: Haproxy;
  let sites: { key: string; host: string; themeId: string }[];

  beforeAll(async () => {
    folder = await freshDataDir();
    database = await startPatroni({ count: 2, folder, changes: HASTE });
    const { url } = database;
    await withConnection('DATABASE_URL', url, migrate);
    const environment = {
      ...{ DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: folder, TRUST_PROXY: 'true' },
      ...{ RENDER_WORKERS: '1', LOG_LEVEL: 'silent' },
    };
    instances = await Promise.all([startReadyServer(environment), startReadyServer(environment)]);
    haproxy = await startHaproxy(
      instances.map(({ port }) => port),
      folder,
    );
    sites = await Promise.all(Array.from({ length: SITES }, publishSite));
  });
  afterAll(async () => {
    await haproxy?.end();
    await Promise.all(instances.map((instance) => instance.end('SIGKILL')));
    await database?.end();
    await rm(folder, { recursive: true, force: true });
  });

  const through = (question: object) => ask({ port: haproxy.port, ...question });

  async function publishSite() {
    const { key, slug } = await createTenant(database.url);
    const manage = (method: string, body: object) => through({ method, path: '/api/themes', key, body });
    const { themeId } = (await manage('POST', { action: 'installer', origine: 'origo' })).json();
    expect((await manage('PATCH', { id: themeId, publier: true })).status).toBe(200);
    return { key, host: `${slug}.localhost`, themeId };
  }

  it('a standby counts as a database out of reach, because what it has not replayed yet would be missing', async () => {
    const primary = await database.untilWhole();
    const url = new URL(database.url);
    url.port = String(database.nodes.find((node) => node !== primary)?.port);
    await expect(withConnection('DATABASE_URL', url.href, migrate)).rejects.toThrow('ce serveur est un réplica');
    for (const isPooled of [false, true]) {
      const pools = openRolePools(url.href, null, { isPooled });
      const outcomes = await Promise.allSettled([pools.query('SELECT 1'), pools.begin()]);
      await pools.end();
      const areAway = outcomes.map((outcome) => outcome.status === 'rejected' && isOutOfReach(outcome.reason));
      expect(areAway).toEqual([true, true]);
    }
  });

  it('kill -9 of the primary costs no page and no acknowledged write; writes are refused until the next one is there', async () => {
    for (const { host } of sites) expect((await through({ host })).status).toBe(200);
    const files = sites.flatMap(({ themeId, key }) =>
      Array.from({ length: 4 }, (_, n) => ({ themeId, key, path: `assets/essai-${n}.css` })),
    );
    const visits = startTraffic((n) => through({ host: sites[n % SITES]?.host }), VISITORS);
    const writes = new RecordedWrites(haproxy.port, files);
    onTestFinished(async () => {
      await Promise.all([visits.end(), writes.stop()]);
    });
    writes.start(WRITES_PER_SECOND);
    await writes.more(2 * SITES);
    const primary = await database.untilWhole();
    await primary.killPostgres();
    const isAnother = async () => ![null, primary].includes(await database.primary());
    await until('another node is the primary', isAnother);
    // Patroni starts what was killed again, as a standby.
    await database.untilWhole();
    await Promise.all([writes.more(2 * SITES), visits.more(4 * SITES)]);
    await writes.stop();
    expect([...(await visits.end()).keys()]).toEqual(['200']);
    const outcomes = new Set(writes.since(0).map(({ outcome }) => outcome));
    expect([...outcomes].sort()).toEqual(['indisponible', 'written']);
    expect(await writes.compare()).toMatchObject({ lost: [], halves: [] });
  });
});
