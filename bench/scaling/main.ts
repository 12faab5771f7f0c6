/**
 * `npm run bench:scaling [-- --quick] [sites…]`: what the number of sites costs, on one machine with one database: the figures on which the table of
 * docs/scaling.md rests, and whether they hold with so many sites.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startReadyServer } from '../../test/support/server-process.ts';
import { atEnd } from '../endings.ts';
import { type Figure, lineOf } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { describeFailures, ms } from '../load/summary.ts';
import { runBench, say } from '../run.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import { proportionalMemoryOf, renderProcesses } from '../vitrine/process-tree.ts';
import { startCountingServer } from '../vitrine/statement-counts.ts';
import { copySite } from './copies.ts';
import { createModel, databaseBytes, MODEL, measureLookUps, measureUpkeep, measureWrites } from './sites.ts';

const SITES = { normal: [2_000, 100_000], quick: [500, 2_000] };
/** Sites that are visited, of those that there are. */
const VISITED = { normal: 2_000, quick: 200 };
const VISITORS = 4;
/** A start has sent its last statement after this time, milliseconds. */
const START_MS = 2_000;
const MEBIBYTE = 2 ** 20;

await runBench(async ({ words, quick }) => {
  const pace = quick ? 'quick' : 'normal';
  const counts = words.length > 0 ? words.map(Number) : SITES[pace];
  const folder = await temporaryFolder();
  const server = await startCountingServer(join(folder, 'database'));
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
  await createModel(server.url);
  const empty = await databaseBytes(server.url);
  const figures: Figure[] = [];
  const state = (sites: number, what: string, measured: string, values: Readonly<Record<string, number>>) => {
    const figure: Figure = { what: `${sites} sites: ${what}`, bar: null, measured, verdict: 'stated', values };
    say(lineOf(figure));
    figures.push(figure);
  };

  let made = 0;
  for (const sites of counts) {
    await copySite(server.url, MODEL, made + 1, sites - made);
    made = sites;
    const bytes = await databaseBytes(server.url);
    const each = (bytes - empty) / sites;
    state(sites, 'database', `${(bytes / MEBIBYTE).toFixed(0)} MiB, ${each.toFixed(0)} bytes a site`, { bytes, each });

    const lookUps = await measureLookUps(server, sites);
    const { p50, p99, processor, blocks } = lookUps;
    const told = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${processor.toFixed(3)} ms of PostgreSQL’s processor time, ${blocks.toFixed(1)} blocks of 8 KiB`;
    state(sites, 'look-up of one random site, one after the other', told, lookUps);

    await measureInstance(sites);

    const { versions, texts } = await measureUpkeep(server);
    const passage = ({ all, longest }: typeof texts) =>
      `${all.toFixed(1)} s (the longest statement ${longest.toFixed(2)} s)`;
    const values = { versions: versions.all, texts: texts.all, longest: Math.max(versions.longest, texts.longest) };
    const round = `versions ${passage(versions)}, texts ${passage(texts)}`;
    state(sites, 'one round of upkeep (each instance, each hour)', round, values);
  }
  const { first, again } = await measureWrites(server);
  const cost = `${again.bytes.toFixed(0)} bytes of log (WAL), ${first.bytes.toFixed(0)} right after a checkpoint; ${again.processor.toFixed(2)} ms of PostgreSQL’s processor time`;
  const values = { bytes: again.bytes, afterCheckpoint: first.bytes, processor: again.processor };
  state(made, 'a file of 1.6 KB written', cost, values);
  return { figures, charts: [] };

  /** Starts an instance, and lets visitors come to some of the sites. */
  async function measureInstance(sites: number): Promise<void> {
    await server.forget();
    const began = performance.now();
    const instance = await startReadyServer({
      ...{ DATABASE_URL: server.url, SERVICE_DATABASE_URL: server.url, DATA_DIR: join(folder, 'data') },
      ...{ RENDER_WORKERS: '1', LOG_LEVEL: 'silent' },
    });
    const end = atEnd(() => instance.end('SIGKILL'));
    const start = performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, START_MS));
    const statements = (await server.counts()).toSorted((a, b) => b.ms - a.ms);
    const database = statements.reduce((sum, { ms }) => sum + ms, 0);
    const slowest = statements
      .slice(0, 2)
      .map(({ ms: time, text }) => `${ms(time)}: ${text.replace(/\s+/g, ' ').slice(0, 80)} …`);
    const told = `${ms(start)}; all statements ${ms(database)}; ${slowest.join('; ')}`;
    state(sites, 'start of an instance', told, { start, database, slowest: statements[0]?.ms ?? 0 });

    const pid = instance.child.pid ?? 0;
    const memory = async () => {
      const [web, render] = [await proportionalMemoryOf([pid]), await proportionalMemoryOf(await renderProcesses(pid))];
      return { web, render };
    };
    const before = await memory();
    const visited = Math.min(sites, VISITED[pace]);
    const hosts = Array.from({ length: visited }, (_, n) => `copie-${1 + Math.floor((n * sites) / visited)}.localhost`);
    const visits = await visitEach(instance.port, hosts, VISITORS);
    const after = await memory();
    await instance.end('SIGTERM');
    await end();
    const mib = ({ web, render }: typeof before) =>
      `web process ${web.toFixed(0)} MiB, render processes ${render.toFixed(0)} MiB`;
    const grown = `started: ${mib(before)}; after a visit to each of ${visited} sites: ${mib(after)} (${describeFailures(visits).text})`;
    const values = { web: before.web, render: before.render, webVisited: after.web, renderVisited: after.render };
    state(sites, 'memory (PSS) of an instance with one worker', grown, values);
  }
});
