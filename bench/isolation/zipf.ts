import { ask } from '../../test/support/http.ts';
import type { Findings } from '../figure.ts';
import { verdictOf } from '../figure.ts';
import { applyLoad, measureCapacity } from '../load/load.ts';
import { zipf as zipfTargets } from '../load/target.ts';
import { startHost } from '../vitrine/host.ts';
import { wellBehaved } from '../vitrine/tenants.ts';
import { describeTrend, trendOf, watchMemory } from './memory-watch.ts';
import {
  CAPACITY_CONNECTIONS,
  CONNECTIONS,
  describeFailures,
  ms,
  pageLatencies,
  perSecond,
  type Scenario,
} from './scenario.ts';

const SITES = { normal: 2_000, quick: 300 };
const THEME_CACHE = { normal: 200, quick: 30 };
const LOAD = 0.5;
/** Visitors at once of the first tour of all sites. */
const TOURISTS = 20;
const CAPACITY = { normal: 20, quick: 3 };
/** Share of the time, at its end, in which memory is judged: 3 of 5 minutes. */
const JUDGED = 0.6;

/** More sites than any worker keeps warm, few of them with most of the visitors. */
export const zipf: Scenario = {
  title: 'many sites, few of them warm',
  seconds: { normal: 300, quick: 10 },
  async run({ seconds, quick }): Promise<Findings> {
    const pace = quick ? 'quick' : 'normal';
    const host = await startHost(await wellBehaved(SITES[pace]), {
      environment: { THEME_CACHE: String(THEME_CACHE[pace]) },
    });
    const { port } = host;
    const hosts = host.tenants.map((tenant) => tenant.host);
    const targets = zipfTargets(hosts);
    await visitEach(port, hosts);
    const capacity = await measureCapacity({
      port,
      targets,
      connections: CAPACITY_CONNECTIONS,
      seconds: CAPACITY[pace],
    });
    const rate = LOAD * capacity;
    const load = applyLoad({ port, targets, rate, seconds, connections: CONNECTIONS });
    const { result, points } = await watchMemory(host.pid, load);
    await host.end();

    const { p50, p99, max } = pageLatencies(result);
    const failures = describeFailures(result);
    const trend = trendOf(points.filter(([at]) => at >= seconds * (1 - JUDGED)));
    const what = `${hosts.length} sites, Zipf, ${THEME_CACHE[pace]} warm themes a worker, ${perSecond(rate)} (half of capacity) for ${seconds} s`;
    return {
      figures: [
        {
          what,
          bar: 'no error; p99 stated',
          measured: `${failures.text} of ${result.due} requests, p50 ${ms(p50)}, p99 ${ms(p99)}, most ${ms(max)}`,
          verdict: verdictOf(failures.count === 0),
          values: { failures: failures.count, rate, p50, p99, max },
        },
        {
          what: `${hosts.length} sites, Zipf: memory over the last ${(seconds * JUDGED).toFixed(0)} s`,
          bar: 'flat: grows by less than 5 %',
          measured: describeTrend(trend),
          verdict: verdictOf(trend.isFlat),
          values: { mebibytesAtStart: trend.start, mebibytesAtEnd: trend.end, mebibytesAMinute: trend.slope },
        },
      ],
      charts: [
        {
          kind: 'line',
          name: 'memory',
          title: `Memory under ${hosts.length.toLocaleString('en')} sites`,
          description: `Resident memory of the server and its render processes over ${seconds} s: ${describeTrend(trend)}.`,
          unit: 'MiB',
          points,
        },
      ],
    };
  },
};

/** Asks each site for a page, so that what memory does from then on is no filling of caches. */
async function visitEach(port: number, hosts: readonly string[]): Promise<void> {
  const left = hosts.values();
  const visit = async () => {
    for (const host of left) await ask({ port, host });
  };
  await Promise.all(Array.from({ length: TOURISTS }, visit));
}
