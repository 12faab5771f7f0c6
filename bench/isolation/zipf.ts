import { faulty } from '../fault/fault.ts';
import { type Findings, judged } from '../figure.ts';
import { applyLoad, measureCapacity, visitEach } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { zipf as zipfTargets } from '../load/target.ts';
import { startHost } from '../vitrine/host.ts';
import { normalSites } from '../vitrine/tenants.ts';
import { describeTrend, trendOf, watchMemory } from './memory-watch.ts';
import { CAPACITY_CONNECTIONS, CONNECTIONS, type Scenario } from './scenario.ts';

const SITES = { normal: 1_000, quick: 300 };
const THEME_CACHE = { normal: 100, quick: 30 };
const LOAD = 0.5;
/** Requests at a time while each site gets its first visit. */
const FIRST_VISITS = 20;
const CAPACITY = { normal: 4, quick: 3 };
/** Share of the time, at its end, in which memory is judged. */
const JUDGED = 0.5;
/** What it may be at the end, compared with the begin of that time. */
const ALLOWED_GROWTH = 1.1;

/** More sites than the workers keep warm; a few of them have most of the visitors. */
export const zipf: Scenario = {
  title: 'many sites, few of them warm',
  seconds: { normal: 30, quick: 10 },
  async run({ seconds, quick }): Promise<Findings> {
    const pace = quick ? 'quick' : 'normal';
    const host = await startHost(await normalSites(SITES[pace]), {
      environment: { THEME_CACHE: String(THEME_CACHE[pace]) },
    });
    const { port } = host;
    const hosts = host.tenants.map((tenant) => tenant.host);
    const targets = zipfTargets(hosts);
    // Fills the caches, so that memory that grows after this is not theirs.
    await visitEach(port, hosts, FIRST_VISITS);
    const capacity = await measureCapacity({
      port,
      targets,
      connections: CAPACITY_CONNECTIONS,
      seconds: CAPACITY[pace],
    });
    const rate = LOAD * capacity;
    const headers = faulty({ fail: 1_000, keep: 200 });
    const asked = targets.map((target) => ({ ...target, headers }));
    const load = applyLoad({ port, targets: asked, rate, seconds, connections: CONNECTIONS });
    const { result, points } = await watchMemory(host.pid, load);
    await host.end();

    const { p50, p99, max } = pageLatencies(result);
    const failures = describeFailures(result);
    const trend = trendOf(points.filter(([at]) => at >= seconds * (1 - JUDGED)));
    const what = `${hosts.length} sites, Zipf distribution of visits, at most ${THEME_CACHE[pace]} warm themes a worker; offered load 50 % of capacity (${perSecond(rate)}) for ${seconds} s`;
    return {
      figures: [
        judged({
          what,
          bar: { most: 0 },
          unit: 'failed requests',
          rounds: [failures.count],
          measured: `${failures.text} in ${result.due} requests; p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
          fault: 'each thousandth request fails',
          values: { rate, p50, p99, max },
        }),
        judged({
          what: `${hosts.length} sites, Zipf distribution of visits: memory at the end of the last ${(seconds * JUDGED).toFixed(0)} s, compared with that at their begin`,
          bar: { most: ALLOWED_GROWTH },
          rounds: [trend.end / trend.start],
          measured: describeTrend(trend),
          fault: 'a request keeps 200 KiB',
          values: { mebibytesAtStart: trend.start, mebibytesAtEnd: trend.end, mebibytesAMinute: trend.slope },
        }),
      ],
      charts: [
        {
          kind: 'line',
          name: 'memory',
          title: `Memory with ${hosts.length.toLocaleString('en')} sites`,
          description: `Resident memory of the server and its render processes over ${seconds} s: ${describeTrend(trend)}.`,
          unit: 'MiB',
          over: { scale: 'linear', unit: 's' },
          points,
        },
      ],
    };
  },
};
