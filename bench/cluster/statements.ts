/** What a page costs: statements of the database, and processor time of each part. Visits follow Zipf's law. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { ServerProcess } from '../../test/support/server-process.ts';
import { isFaulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { applyLoad, type LoadResult, visitEach } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { zipf } from '../load/target.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import { partTimes, treeProcessorTime } from '../vitrine/processor-time.ts';
import { settle } from '../vitrine/settled.ts';
import { type CountingServer, startCountingServer } from '../vitrine/statement-counts.ts';
import { type Cluster, createSites, startCluster } from './cluster.ts';

const INSTANCES = 3;
const SITES = { normal: 1_000, quick: 200 };
/** Statements that a page may cost. */
const STATEMENTS = 1.5;
const CONNECTIONS = 60;
/** Requests at a time while each site gets its first visit. */
const VISITORS = 8;
/** Pages a second: at the first, hardly two pages ask at the same time; at the last, many do. */
const RATES = { normal: [100, 300], quick: [100] };
const SECONDS = { normal: 8, quick: 5 };
/** What begins with the first visits has ended after this time, milliseconds. */
const REST_MS = 3_000;

/** What was used in some time. */
interface Spent {
  /** Processor time, milliseconds. */
  readonly web: number;
  readonly render: number;
  readonly database: number;
  /** What PostgreSQL counts: statements, those that look sites up, rows, and blocks of 8 KiB that were read. */
  readonly statements: number;
  readonly lookUps: number;
  readonly rows: number;
  readonly blocks: number;
}
type Kind = keyof Spent;
const KINDS: readonly Kind[] = ['web', 'render', 'database', 'statements', 'lookUps', 'rows', 'blocks'];

export async function measureStatements(tell: (figure: Figure) => void, quick: boolean): Promise<void> {
  const pace = quick ? 'quick' : 'normal';
  const seconds = SECONDS[pace];
  const folder = await temporaryFolder();
  const server = await startCountingServer(join(folder, 'database'));
  const sites = await createSites(server.url, { visited: SITES[pace], written: 0 });
  await settle(server.url);
  const cluster = await startCluster(Array(INSTANCES).fill(server.url), folder, sites);
  const hosts = cluster.visited.map(({ host }) => host);
  const first = await spentDuring(() => visitEach(cluster.haproxy.port, hosts, VISITORS), cluster.instances, server);
  tell(describeFirst(first, cluster));
  await sleep(REST_MS);
  const { spent: idle } = await spentDuring(() => sleep(seconds * 1_000), cluster.instances, server);
  tell(describeIdle(idle, cluster, seconds));
  for (const rate of RATES[pace]) tell(await measureAt(rate, seconds, { cluster, server, idle }));
}

function describeFirst(
  { result, spent }: { result: LoadResult; spent: Spent },
  { instances, visited }: Cluster,
): Figure {
  const values = Object.fromEntries(KINDS.map((kind) => [kind, spent[kind] / visited.length]));
  return {
    what: `${instances.length} instances behind HAProxy, ${visited.length} sites: what the first page of a site costs`,
    bar: null,
    measured: `${describe(values)}; ${describeFailures(result).text}`,
    verdict: 'stated',
    values,
  };
}

/** What something costs, as text. */
function describe(costs: Readonly<Record<string, number>>): string {
  const told = (kind: Kind, digits = 2) => (costs[kind] ?? 0).toFixed(digits);
  return [
    `${told('statements')} statements (${told('lookUps')} look-ups of sites), ${told('rows')} rows, ${told('blocks', 1)} blocks of 8 KiB`,
    `processor time: web process ${told('web')} ms, render processes ${told('render')} ms, PostgreSQL ${told('database', 3)} ms`,
  ].join('; ');
}

function describeIdle(idle: Spent, { instances, visited }: Cluster, seconds: number): Figure {
  const values = Object.fromEntries(KINDS.map((kind) => [kind, idle[kind] / seconds / instances.length]));
  return {
    what: `an instance of ${instances.length} behind HAProxy, ${visited.length} sites, without visitors: what a second costs`,
    bar: null,
    measured: describe(values),
    verdict: 'stated',
    values,
  };
}

interface Measured {
  readonly cluster: Cluster;
  readonly server: CountingServer;
  /** What is used without visitors in the same time. */
  readonly idle: Spent;
}

async function measureAt(rate: number, seconds: number, { cluster, server, idle }: Measured): Promise<Figure> {
  const { haproxy, instances, visited } = cluster;
  const targets = zipf(visited.map(({ host }) => host));
  const load = async () => {
    const more = isFaulty ? oneMore(server.url, rate * seconds) : null;
    const result = await applyLoad({ port: haproxy.port, targets, rate, seconds, connections: CONNECTIONS });
    await more;
    return result;
  };
  const { result, spent } = await spentDuring(load, instances, server);
  const costs = Object.fromEntries(KINDS.map((kind) => [kind, (spent[kind] - idle[kind]) / result.due]));
  const { p50, p99 } = pageLatencies(result);
  return judged({
    what: `${instances.length} instances behind HAProxy, ${visited.length} sites, Zipf, ${perSecond(rate)}: what a page costs besides`,
    bar: { most: STATEMENTS },
    unit: 'statements a page',
    rounds: [costs.statements ?? Number.NaN],
    none: { failures: describeFailures(result).count },
    measured: `${describe(costs)}; p50 ${ms(p50)}, p99 ${ms(p99)} of ${result.due} pages`,
    fault: 'a statement more for each page',
    values: { ...costs, rate, pages: result.due, p50, p99 },
  });
}

/** The fault: as many statements more as there are pages, as pages call them. */
async function oneMore(url: string, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('SET ROLE vitrine_public');
  for (let n = 0; n < count; n++) await client.query('SELECT 1');
  await client.end();
}

async function spentDuring<T>(work: () => Promise<T>, instances: readonly ServerProcess[], server: CountingServer) {
  await server.forget();
  const before = await processorTimes(instances, server);
  const result = await work();
  const after = await processorTimes(instances, server);
  // Those of pages: upkeep and the checks of accounts have other roles.
  const counts = (await server.counts()).filter(({ role }) => role === 'vitrine_public');
  const sumOf = (kind: 'calls' | 'rows' | 'blocks') => counts.reduce((sum, count) => sum + count[kind], 0);
  const lookUps = counts.filter(({ text }) => text.includes('WITH ORDINALITY AS a (slug, host'));
  const spent: Spent = {
    web: after.web - before.web,
    render: after.render - before.render,
    database: after.database - before.database,
    statements: sumOf('calls'),
    lookUps: lookUps.reduce((sum, { calls }) => sum + calls, 0),
    rows: sumOf('rows'),
    blocks: sumOf('blocks'),
  };
  return { result, spent };
}

/** Processor time that the parts of a cluster have used so far, milliseconds. */
async function processorTimes(instances: readonly ServerProcess[], server: CountingServer) {
  const [database, ...parts] = await Promise.all([
    treeProcessorTime(server.pid),
    ...instances.map(({ child }) => partTimes(child.pid ?? 0)),
  ] as const);
  const sum = (part: 'web' | 'render') => parts.reduce((all, times) => all + times[part], 0);
  return { web: 1_000 * sum('web'), render: 1_000 * sum('render'), database: 1_000 * database };
}
