import { withConnection } from '../../src/storage/database.ts';
import { FaultProxy } from '../../test/support/fault-proxy.ts';
import { startPatroni } from '../../test/support/patroni.ts';
import { RecordedWrites } from '../../test/support/recorded-writes.ts';
import { atEnd } from '../endings.ts';
import { isFaulty } from '../fault/fault.ts';
import type { Figure } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { say } from '../run.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import { BareWriter } from './bare-writer.ts';
import { type Cluster, createSites, startCluster } from './cluster.ts';
import { cutOff } from './cut.ts';
import { kills, OTHERS, suffer } from './failover.ts';
import { FULL, LIGHT } from './load.ts';
import { judgeWrites } from './refusals.ts';

const INSTANCES = 3;
const NODES = 3;
const SIZES = { visited: 200, written: 50 };
/** As many writes may be under way as come in the time that one waits for a database that is silent. */
const FILES_OF_A_SITE = 5;
/** One of each kind; `npm run bench:cluster -- database 10` has ten. */
const KILLS = 2;

/** A primary that dies, under the configuration that operators copy; then one that cannot be reached. */
export async function measureDatabase(tell: (figure: Figure) => void, quick: boolean, count = KILLS): Promise<void> {
  const load = quick ? LIGHT : FULL;
  const folder = await temporaryFolder();
  const database = await startPatroni({ count: NODES, folder });
  atEnd(database.end);
  say(`${NODES} PostgreSQL nodes run, ${(await database.primary())?.name} is primary`);
  const sites = await createSites(database.url, SIZES);

  const cluster = await startCluster(Array(INSTANCES).fill(database.url), folder, sites);
  const writes = await begin(cluster, 'mort', load.writeRate);
  const bare = new BareWriter(database.url);
  atEnd(() => bare.stop());
  const circumstances = { database, writes, load, bare };
  tell(await suffer(cluster, circumstances, kills(count), `the primary killed (SIGKILL) ${count} times`));
  tell(
    await suffer(
      cluster,
      circumstances,
      OTHERS,
      'the synchronous standby killed, the primary replaced as planned, and the primary frozen',
    ),
  );
  await writes.stop();
  await bare.stop();
  if (isFaulty) await loseOne(database.url);
  tell(judgeWrites('all writes of these two', await writes.compare()));
  await cluster.end();

  const ways = await Promise.all(Array.from({ length: INSTANCES }, () => FaultProxy.start(database.url)));
  for (const way of ways) atEnd(() => way.stop());
  const urls = ways.map((way) => way.url(database.url));
  const cuttable = await startCluster(urls, folder, sites);
  const written = await begin(cuttable, 'coupe', load.writeRate);
  for (const cut of [ways, ways.slice(0, 1)]) tell(await cutOff(cuttable, { ways: cut, writes: written, load }));
  await written.stop();
  if (isFaulty) await loseOne(database.url);
  tell(judgeWrites('all writes of these two, too', await written.compare()));
}

/** The fault of the bars of writes: files that were written are gone. */
const loseOne = (url: string) =>
  withConnection('DATABASE_URL', url, (client) =>
    client.query("DELETE FROM fichiers WHERE chemin LIKE 'assets/%-0.css'"),
  );

/** Visitors have seen each site once, one after the other, so that each is warm where it belongs; and authors have begun to write. */
async function begin(cluster: Cluster, name: string, rate: number): Promise<RecordedWrites> {
  await visitEach(
    cluster.haproxy.port,
    cluster.visited.map(({ host }) => host),
    1,
  );
  const files = cluster.written.flatMap(({ themeId, key }) =>
    Array.from({ length: FILES_OF_A_SITE }, (_, n) => ({ themeId, key, path: `assets/${name}-${n}.css` })),
  );
  const writes = new RecordedWrites(cluster.haproxy.port, files);
  atEnd(() => writes.stop());
  writes.start(rate);
  return writes;
}
