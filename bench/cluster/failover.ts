import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniCluster } from '../../test/support/patroni.ts';
import type { PatroniNode } from '../../test/support/patroni-node.ts';
import type { RecordedWrites } from '../../test/support/recorded-writes.ts';
import { type Figure, judged } from '../figure.ts';
import type { LoadResult } from '../load/load.ts';
import { say } from '../run.ts';
import type { BareWriter } from './bare-writer.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import { describeRefusals, PAUSE_RATIO, type Refusals, refusalsSince, seconds } from './refusals.ts';
import { describeVisits, FAILING, summarise, visit } from './visits.ts';

/** Before each event, milliseconds. */
const CALM_MS = 3_000;
const POLL_MS = 100;

/** What happens to a cluster whose primary is given. */
export interface Event {
  readonly what: string;
  /** How long the load goes on, seconds: longer than writes may be refused. */
  readonly seconds: number;
  readonly strike: (primary: PatroniNode, database: PatroniCluster) => Promise<void>;
}

const POSTGRES: Event = { what: 'PostgreSQL killed', seconds: 16, strike: (primary) => primary.killPostgres() };
const MACHINE: Event = {
  what: 'all of its machine (PostgreSQL and Patroni) killed',
  seconds: 30,
  strike: (primary) => primary.killAll(),
};
const STANDBY: Event = {
  what: 'all of the synchronous standby killed',
  seconds: 15,
  strike: async (_primary, database) => (await database.standby())?.killAll(),
};
const FREEZE: Event = {
  what: 'all of its machine frozen; it went on when another node was primary',
  seconds: 35,
  strike: async (primary, database) => {
    await primary.freeze();
    while ([null, primary].includes(await database.primary())) await sleep(POLL_MS);
    await primary.start();
  },
};
const SWITCHOVER: Event = {
  what: 'its place given to the standby (patronictl switchover)',
  seconds: 15,
  strike: (primary) => primary.giveUp(),
};

/** The primary is lost again and again: by turns PostgreSQL alone and all of its machine. */
export const kills = (count: number): Event[] =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? POSTGRES : MACHINE));
/** What else happens to a cluster. */
export const OTHERS = [STANDBY, SWITCHOVER, FREEZE];

interface Circumstances {
  readonly database: PatroniCluster;
  readonly writes: RecordedWrites;
  readonly load: Load;
  readonly bare: BareWriter;
}

/**
 * Lets things happen, one after the other. What was killed starts again after the load, and the next thing happens when the cluster is whole.
 * @param what all of it, in words
 */
export async function suffer(
  cluster: Cluster,
  { database, writes, load, bare }: Circumstances,
  events: readonly Event[],
  what: string,
): Promise<Figure> {
  const loads: LoadResult[] = [];
  const refusals: Refusals[] = [];
  const pauses: number[] = [];
  for (const event of events) {
    const primary = await database.untilWhole();
    const visits = visit(cluster, { ...load.visitors, seconds: event.seconds });
    await sleep(CALM_MS);
    const began = performance.now();
    bare.forget();
    await event.strike(primary, database);
    loads.push(await visits);
    const refused = refusalsSince(writes, began);
    refusals.push(refused);
    // Where the bare client hardly waits, a second is the least that an author notices.
    pauses.push(refused.pauseMs / Math.max(1_000, bare.pauseMs));
    const { text } = summarise(...loads.slice(-1));
    say(`  ${primary.name} is primary, ${event.what}: ${text}; writes ${describeRefusals(refused)}`);
    for (const node of database.nodes) await node.start();
  }
  await database.untilWhole();
  const pages = summarise(...loads);
  const others = refusals.flatMap((refused) => refused.others).length;
  const times = refusals.map(({ ms, pauseMs }) => `${seconds(ms)} (${seconds(pauseMs)})`).join(', ');
  return judged({
    what: `${describeVisits(cluster, load.visitors.rate)} and ${load.writeRate} writes/s, ${database.nodes.length} PostgreSQL nodes, ${what}: the longest time without an acknowledged write, compared with a bare client of PostgreSQL`,
    bar: { most: PAUSE_RATIO },
    rounds: pauses,
    none: { 'failed pages': pages.failures.count, 'writes refused otherwise than with indisponible': others },
    measured: `${pages.text}; writes refused for (none acknowledged for) ${times}`,
    fault: `${FAILING}; the bare client waits a hundredth of its time`,
    values: { ...pages.values, events: events.length },
  });
}
