import { type Findings, verdictOf } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { applyLoad } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { uniform } from '../load/target.ts';
import { startRival } from '../rival.ts';
import { describeTrend, trendOf, watchMemory } from './memory-watch.ts';
import { type Scenario, startWarmHost } from './scenario.ts';

const LOAD = 3;
const CONNECTIONS = 600;
const KEPT_SHARE = 0.9;
const REFUSED_WITHIN_MS = 100;
/** Share of the time, at its end, in which memory is judged: the queues are full then. */
const JUDGED = 1 / 2;
/** Memory is judged as it would be if it went on so for this time, seconds. */
const JUDGED_SECONDS = 40;

/**
 * Measures the capacity of the host while a minimal Node server on the same cores refuses `excess` requests a second: the capacity that
 * is left when a refusal costs as little as possible.
 */
async function measureWithRefusals(
  excess: number,
  measureAgain: () => Promise<number>,
  seconds: number,
): Promise<number> {
  const { port, end } = await startRival(new URL('bare-refusals.ts', import.meta.url));
  const targets = uniform(['localhost']);
  const refusing = applyLoad({ port, targets, rate: excess, seconds, connections: CONNECTIONS });
  const served = await measureAgain();
  await refusing;
  await end();
  return served;
}

/** An offered load above the capacity. */
export const overload: Scenario = {
  title: 'three times the capacity',
  seconds: { normal: 40, quick: 6 },
  async run({ seconds, quick }): Promise<Findings> {
    const { host, capacity: before, measureAgain, load } = await startWarmHost(quick);
    const asked = load(LOAD * before, seconds, { connections: CONNECTIONS });
    const { result, points } = await watchMemory(host.pid, asked);
    const after = await measureAgain();
    const capacity = (before + after) / 2;
    const beside = await measureWithRefusals((LOAD - 1) * capacity, measureAgain, quick ? 4 : 8);
    await host.end();

    const served = (result.answers.get(200)?.inTime ?? 0) / seconds;
    const refused = result.answers.get(503);
    const sinceSent = Latencies.merge(...(refused ? [refused.sinceSent] : []));
    const sinceDue = Latencies.merge(...(refused ? [refused.sinceDue] : []));
    const [p99, median] = [sinceSent.quantile(0.99), sinceSent.quantile(0.5)];
    const others = describeFailures(result).count - (refused?.count ?? 0);
    const pages = pageLatencies(result);
    const trend = trendOf(
      points.filter(([at]) => at >= seconds * (1 - JUDGED)),
      JUDGED_SECONDS,
    );
    const share = served / capacity;
    const what = `offered load 3 times the capacity (${perSecond(LOAD * before)}) for ${seconds} s, ${CONNECTIONS} connections`;
    return {
      figures: [
        {
          what: `${what}: pages served`,
          bar: '≥ 90 % of capacity',
          measured: `${perSecond(served)}, ${(100 * share).toFixed(0)} % of the capacity of ${perSecond(capacity)} (mean of ${perSecond(before)} before and ${perSecond(after)} after); latency from the time each request was due: p50 ${ms(pages.p50)}, p99 ${ms(pages.p99)}`,
          verdict: verdictOf(share >= KEPT_SHARE),
          values: { capacity, served, share, p50: pages.p50, p99: pages.p99 },
        },
        {
          what: `capacity of vitrine while a minimal Node server on the same cores refuses the excess requests`,
          bar: null,
          measured: `${perSecond(beside)}, ${(100 * (beside / capacity)).toFixed(0)} % of its capacity alone; under overload vitrine served ${(100 * (served / beside)).toFixed(0)} % of this rate`,
          verdict: 'stated',
          values: { beside, share: served / beside },
        },
        {
          what: `${what}: refused requests`,
          bar: '503, p99 < 100 ms',
          measured:
            `${refused?.count ?? 'no'} × 503 in ${result.due} requests; latency from sending: p50 ${ms(median)}, p99 ${ms(p99)}, maximum ${ms(sinceSent.max)}; ` +
            `from the time each request was due: p99 ${ms(sinceDue.quantile(0.99))}; requests with neither a page nor a 503: ${others}; ` +
            `at most ${result.mostWaiting} requests waited for a connection`,
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
          bar: `grows by less than 5 % in ${JUDGED_SECONDS} s`,
          measured: describeTrend(trend),
          verdict: verdictOf(trend.isFlat),
          values: { mebibytesAtStart: trend.start, mebibytesAtEnd: trend.end, mebibytesAMinute: trend.slope },
        },
      ],
      charts: [],
    };
  },
};
