import { type Findings, verdictOf } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { applyLoad } from '../load/load.ts';
import { uniform } from '../load/target.ts';
import { startRival } from '../rival.ts';
import { describeTrend, trendOf, watchMemory } from './memory-watch.ts';
import { describeFailures, ms, pageLatencies, perSecond, type Scenario, startWarmHost } from './scenario.ts';

const LOAD = 3;
const CONNECTIONS = 600;
const KEPT_SHARE = 0.9;
const REFUSED_WITHIN_MS = 100;
/** Memory is judged after the queues have filled. */
const JUDGED = 2 / 3;

/**
 * Pages a second that the host serves while a bare Node server on the same cores refuses `excess` requests a second: what the
 * machine leaves of the capacity when refusing costs the least that it can.
 */
async function measureBeside(excess: number, measureAgain: () => Promise<number>, seconds: number): Promise<number> {
  const { port, end } = await startRival(new URL('bare-refusals.ts', import.meta.url));
  const targets = uniform(['localhost']);
  const refusing = applyLoad({ port, targets, rate: excess, seconds, connections: CONNECTIONS });
  const served = await measureAgain();
  await refusing;
  await end();
  return served;
}

/** More visitors than there is capacity for. */
export const overload: Scenario = {
  title: 'three times the capacity',
  seconds: { normal: 60, quick: 6 },
  async run({ seconds, quick }): Promise<Findings> {
    const { host, capacity: before, measureAgain, load } = await startWarmHost(quick);
    const asked = load(LOAD * before, seconds, { connections: CONNECTIONS });
    const { result, points } = await watchMemory(host.pid, asked);
    const after = await measureAgain();
    const capacity = (before + after) / 2;
    const beside = await measureBeside((LOAD - 1) * capacity, measureAgain, quick ? 4 : 12);
    await host.end();

    const served = (result.answers.get(200)?.inTime ?? 0) / seconds;
    const refused = result.answers.get(503);
    const sinceSent = Latencies.merge(...(refused ? [refused.sinceSent] : []));
    const sinceDue = Latencies.merge(...(refused ? [refused.sinceDue] : []));
    const [p99, median] = [sinceSent.quantile(0.99), sinceSent.quantile(0.5)];
    const others = describeFailures(result).count - (refused?.count ?? 0);
    const pages = pageLatencies(result);
    const trend = trendOf(points.filter(([at]) => at >= seconds * (1 - JUDGED)));
    const share = served / capacity;
    const what = `3 × capacity (${perSecond(LOAD * before)}) for ${seconds} s, ${CONNECTIONS} connections`;
    return {
      figures: [
        {
          what: `${what}: pages served`,
          bar: '≥ 90 % of capacity',
          measured: `${perSecond(served)}, ${(100 * share).toFixed(0)} % of ${perSecond(capacity)} (mean of ${perSecond(before)} before and ${perSecond(after)} after); p50 ${ms(pages.p50)}, p99 ${ms(pages.p99)} from when they were due`,
          verdict: verdictOf(share >= KEPT_SHARE),
          values: { capacity, served, share, p50: pages.p50, p99: pages.p99 },
        },
        {
          what: `capacity while a bare Node server refuses that excess on the same cores`,
          bar: null,
          measured: `${perSecond(beside)}, ${(100 * (beside / capacity)).toFixed(0)} % of capacity; under overload vitrine served ${(100 * (served / beside)).toFixed(0)} % of it`,
          verdict: 'stated',
          values: { beside, share: served / beside },
        },
        {
          what: `${what}: the excess`,
          bar: 'answered 503 in < 100 ms (p99)',
          measured:
            `${refused?.count ?? 'no'} × 503 of ${result.due} requests, from sending p50 ${ms(median)}, p99 ${ms(p99)}, most ${ms(sinceSent.max)}; ` +
            `from when they were due p99 ${ms(sinceDue.quantile(0.99))}; neither page nor 503: ${others}; ` +
            `at most ${result.mostWaiting} waited for a connection`,
          verdict: verdictOf(refused !== undefined && p99 < REFUSED_WITHIN_MS && others === 0),
          values: {
            refused: refused?.count ?? 0,
            p50: median,
            p99,
            max: sinceSent.max,
            others,
            mostWaiting: result.mostWaiting,
          },
        },
        {
          what: `${what}: memory`,
          bar: 'flat: grows by less than 5 %',
          measured: describeTrend(trend),
          verdict: verdictOf(trend.isFlat),
          values: { mebibytesAtStart: trend.start, mebibytesAtEnd: trend.end, mebibytesAMinute: trend.slope },
        },
      ],
      charts: [],
    };
  },
};
