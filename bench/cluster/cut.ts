import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultProxy } from '../../test/support/fault-proxy.ts';
import type { RecordedWrites } from '../../test/support/recorded-writes.ts';
import { type Figure, verdictOf } from '../figure.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import { describeRefusals, REFUSED_AT_MOST_MS, refusalsSince } from './refusals.ts';
import { describeVisits, summarise, visit } from './visits.ts';

const CALM_MS = 3_000;
/** How long packets vanish, and how long the load goes on after. */
const CUT_MS = 20_000;
const AFTER_MS = 15_000;

/** Packets between instances and the database vanish, then pass again. @param ways of the instances that are cut off, of all that there are */
export async function cutOff(
  cluster: Cluster,
  { ways, writes, load }: { ways: readonly FaultProxy[]; writes: RecordedWrites; load: Load },
): Promise<Figure> {
  const visits = visit(cluster, { ...load.visitors, seconds: (CALM_MS + CUT_MS + AFTER_MS) / 1_000 });
  await sleep(CALM_MS);
  const cutAt = performance.now();
  for (const way of ways) way.hang();
  await sleep(CUT_MS);
  for (const way of ways) await way.pass();
  const pages = summarise(await visits);
  const refused = refusalsSince(writes, cutAt);
  return {
    what: `${describeVisits(cluster, load.visitors.rate)} and ${load.writeRate} writes/s, the network between ${ways.length} of them and the primary cut for ${CUT_MS / 1_000} s`,
    bar: `0 failed pages, writes refused at most ${REFUSED_AT_MOST_MS / 1_000} s with indisponible`,
    measured: `${pages.text}; writes ${describeRefusals(refused)}`,
    verdict: verdictOf(pages.failures.count === 0 && refused.ms <= REFUSED_AT_MOST_MS && refused.others.length === 0),
    values: { ...pages.values, longestRefusalMs: refused.ms, otherRefusals: refused.others.length },
  };
}
