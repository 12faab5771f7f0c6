import { type Findings, judged, stated } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { uniform } from '../load/target.ts';
import { median } from '../median.ts';
import { startRival } from '../rival.ts';
import { byTurns } from '../rounds.ts';
import { watchMemory } from './memory-watch.ts';
import { type Scenario, startWarmHost } from './scenario.ts';

const LOAD = 3;
const CONNECTIONS = 600;
const ROUNDS = 4;
/** Pages of the capacity that overload may not take. */
const KEPT_SHARE = 0.7;
/** How many times as long as a page at capacity a refusal may take. */
const ALLOWED_RATIO = 3;
/** What memory under overload may be, compared with that of the round before. */
const ALLOWED_GROWTH = 1.15;
/** Turns the bars red: what a request of the overload costs the web process, and keeps. */
const FAULT = { busy: 2, keep: 60 };

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

const refusalsOf = ({ answers }: LoadResult) =>
  Latencies.merge(...[answers.get(503)?.sinceSent].filter((each) => each !== undefined));

/** An offered load above the capacity, by turns with loads that measure the capacity. */
export const overload: Scenario = {
  title: 'three times the capacity',
  seconds: { normal: 4, quick: 2 },
  async run({ seconds, quick }): Promise<Findings> {
    const { host, capacity: before, measureAgain, load, loop } = await startWarmHost(quick);
    const rounds = await byTurns(
      quick ? 3 : ROUNDS,
      async () => {
        const asked = load(LOAD * before, seconds, { connections: CONNECTIONS }, FAULT);
        const { result, points } = await watchMemory(host.pid, asked);
        return { result, memory: points.at(-1)?.[1] ?? Number.NaN };
      },
      () => loop(seconds),
    );
    const beside = await measureWithRefusals((LOAD - 1) * before, measureAgain, quick ? 2 : 3);
    await host.end();

    const asked = rounds.map(({ ours }) => ours.result);
    const pages = (result: LoadResult) => (result.answers.get(200)?.inTime ?? 0) / seconds;
    const [capacity, served] = [median(rounds.map(({ theirs }) => pages(theirs))), median(asked.map(pages))];
    const refused = asked.reduce((sum, { answers }) => sum + (answers.get(503)?.count ?? 0), 0);
    const others = describeFailures(...asked).count - refused;
    const refusals = Latencies.merge(...asked.map((result) => refusalsOf(result).toCounts()));
    const memory = rounds.map(({ ours }) => ours.memory);
    const what = `offered load 3 times the capacity (${perSecond(LOAD * before)}) for ${seconds} s, ${CONNECTIONS} connections`;
    return {
      figures: [
        judged({
          what: `${what}: pages served, compared with the capacity`,
          bar: { least: KEPT_SHARE },
          rounds: rounds.map(({ ours, theirs }) => pages(ours.result) / pages(theirs)),
          measured: `${perSecond(served)} of ${perSecond(capacity)}; p50 ${ms(pageLatencies(...asked).p50)} from the time each request was due`,
          fault: `a request of the overload takes ${FAULT.busy} ms of the web process`,
          values: { capacity, served },
        }),
        stated(
          'capacity of vitrine while a minimal Node server on the same cores refuses the excess requests',
          `${perSecond(beside)}, ${(100 * (beside / capacity)).toFixed(0)} % of its capacity alone; under overload vitrine served ${(100 * (served / beside)).toFixed(0)} % of this rate`,
          { beside, share: served / beside },
        ),
        judged({
          what: `${what}: p99 of a refusal from its sending, compared with that of a page at capacity`,
          bar: { most: ALLOWED_RATIO },
          rounds: rounds.map(({ ours, theirs }) => refusalsOf(ours.result).quantile(0.99) / pageLatencies(theirs).p99),
          none: { 'requests with neither a page nor a 503': others },
          measured: `${refused} × 503; p50 ${ms(refusals.quantile(0.5))}, p99 ${ms(refusals.quantile(0.99))}, maximum ${ms(refusals.max)}; a page at capacity p99 ${ms(pageLatencies(...rounds.map(({ theirs }) => theirs)).p99)}`,
          fault: `a request of the overload takes ${FAULT.busy} ms of the web process`,
          values: { refused, p99: refusals.quantile(0.99) },
        }),
        judged({
          what: `${what}: memory, compared with the round before`,
          bar: { most: ALLOWED_GROWTH },
          // The queues and the connections are new to the first.
          rounds: memory
            .slice(1)
            .map((size, round) => size / (memory[round] ?? Number.NaN))
            .slice(1),
          measured: memory.map((size) => `${size.toFixed(0)} MiB`).join(', '),
          fault: `a request of the overload keeps ${FAULT.keep} KiB`,
        }),
      ],
      charts: [],
    };
  },
};
