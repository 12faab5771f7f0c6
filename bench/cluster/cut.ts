import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultProxy } from '../../test/support/fault-proxy.ts';
import type { RecordedWrites } from '../../test/support/recorded-writes.ts';
import { type Figure, judged } from '../figure.ts';
import type { Cluster } from './cluster.ts';
import type { Load } from './load.ts';
import { describeRefusals, PAUSE_RATIO, refusalsSince } from './refusals.ts';
import { describeVisits, FAILING, summarise, visit } from './visits.ts';

const CALM_MS = 3_000;
/** How long packets vanish, and how long the load goes on after. */
const CUT_MS = 10_000;
const AFTER_MS = 10_000;

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
  return judged({
    what: `${describeVisits(cluster, load.visitors.rate)} and ${load.writeRate} writes/s, the network between ${ways.length} of them and the primary cut for ${CUT_MS / 1_000} s: the longest time without an acknowledged write, compared with that of the cut`,
    bar: { most: PAUSE_RATIO },
    rounds: [refused.pauseMs / CUT_MS],
    none: {
      'failed pages': pages.failures.count,
      'writes refused otherwise than with indisponible': refused.others.length,
    },
    measured: `${pages.text}; writes ${describeRefusals(refused)}`,
    fault: FAILING,
    values: { ...pages.values, longestRefusalMs: refused.ms },
  });
}
