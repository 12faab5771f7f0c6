import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../../test/support/http.ts';
import { startTraffic } from '../../test/support/traffic.ts';
import { type Figure, judged } from '../figure.ts';
import type { LoadResult } from '../load/load.ts';
import { tally } from '../load/summary.ts';
import { SECTION, type Tenant } from '../vitrine/tenants.ts';
import type { Cluster } from './cluster.ts';
import { describeVisits, FAILING, summarise, visit } from './visits.ts';

const VISITORS = { rate: 500, connections: 60 };
const PERIOD_MS = 5_000;
/** Authors who write, and how long each rests after a write, milliseconds: about ten writes a second. */
const WRITERS = 2;
const REST_MS = 200;

/**
 * Kills one instance after the other, each five seconds; what follows it starts at once. Where that takes longer, because the machine is busy, the next
 * kill waits for it: with all of them dead nobody could serve.
 */
export async function killInTurn(cluster: Cluster, seconds: number): Promise<Figure> {
  const load = visit(cluster, { ...VISITORS, seconds });
  const endsAt = performance.now() + seconds * 1_000;
  let killed = 0;
  for (let at = performance.now() + PERIOD_MS; at < endsAt; at = Math.max(at + PERIOD_MS, performance.now())) {
    await sleep(Math.max(0, at - performance.now()));
    await cluster.replace(killed++ % cluster.instances.length, 'SIGKILL');
  }
  const result = await load;
  return judge(`one of them killed (SIGKILL) each 5 s for ${seconds} s, ${killed} kills`, cluster, result);
}

/** Restarts all, one after the other, under pages and writes. */
export async function restartInTurn(cluster: Cluster, seconds: number): Promise<Figure> {
  const load = visit(cluster, { ...VISITORS, seconds });
  const writes = startTraffic((n) => write(cluster, n), WRITERS);
  const ending = load.then(() => writes.end());
  let restarts = 0;
  let isOver = false;
  load.finally(() => {
    isOver = true;
  });
  for (; !isOver || restarts < cluster.instances.length; restarts++) {
    await cluster.replace(restarts % cluster.instances.length, 'SIGTERM');
  }
  const written = await ending;
  const refused = tally([...written].filter(([how]) => how !== '200'));
  return judge(
    `restarted one after the other (SIGTERM) for ${seconds} s, ${restarts} restarts, while authors of ${cluster.written.length} other sites write`,
    cluster,
    await load,
    { 'refused API writes': refused.count },
    `${refused.text} in ${[...written.values()].reduce((sum, count) => sum + count, 0)} API writes`,
  );
}

async function write({ haproxy, written }: Cluster, n: number) {
  await sleep(REST_MS);
  const { themeId, key } = written[n % written.length] as Tenant;
  const body = { chemin: SECTION, contenu: `<p>Écriture ${n}</p>` };
  return ask({ port: haproxy.port, method: 'PUT', path: `/api/themes/${themeId}/fichiers`, key, body });
}

function judge(
  what: string,
  cluster: Cluster,
  result: LoadResult,
  none: Readonly<Record<string, number>> = {},
  besides = '',
): Figure {
  const { failures, text, values } = summarise(result);
  return judged({
    ...{ what: `${describeVisits(cluster, VISITORS.rate)}, ${what}`, bar: { most: 0 }, unit: 'failed requests' },
    ...{ rounds: [failures.count], none, measured: [text, besides].filter(Boolean).join('; '), values },
    fault: FAILING,
  });
}
