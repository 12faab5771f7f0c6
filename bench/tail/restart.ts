import type { Figure } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import { judge, sites } from './judge.ts';
import type { ManySites } from './many-sites.ts';
import type { Scale } from './scale.ts';

/** Latencies, milliseconds. */
const BARS = { p50: 10, p99: 30 };

/**
 * Restarts vitrine and requests the first page of each site.
 * @param visited number of sites that were visited before the restart
 */
export async function firstPagesAfterRestart(all: ManySites, visited: number, { judged }: Scale): Promise<Figure> {
  const { host, names } = all;
  await host.restart();
  const visits = await visitEach(host.port, names.slice(0, judged), 1);
  const { p50, p99, max } = pageLatencies(visits);
  const rate = (visits.answers.get(200)?.count ?? 0) / visits.seconds;
  return judge({
    what: `after a restart with the same database and data folder (${sites(visited)} were visited before it): latency of the first page of ${sites(judged)}, one request at a time`,
    bar: { words: `p50 ≤ ${BARS.p50} ms, p99 ≤ ${BARS.p99} ms`, isMet: p50 <= BARS.p50 && p99 <= BARS.p99 },
    measured: `p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}, ${rate.toFixed(0)} sites/s`,
    values: { p50, p99, max, sitesPerSecond: rate },
    failures: describeFailures(visits),
  });
}
