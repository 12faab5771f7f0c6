import { type Figure, judged } from '../figure.ts';
import type { LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import { describeComparison } from './hot-site.ts';
import { CONNECTIONS, VISITORS } from './scale.ts';
import type { Step } from './steps.ts';
import { mib } from './words.ts';

/** Bars for one number of sites. */
export interface StepBars {
  /** Share of the pages of the hot site that the first visits make in a second of a processor, and that later ones make. */
  readonly visits: number;
  readonly share: number;
  /** Maximum memory after a visit to every site, mebibytes. */
  readonly memory: number;
}

/** How the figures name the sites. */
export interface StepWords {
  /** The sites, such as `2,000 sites with the same code`. */
  readonly sites: string;
  /** The sites of the figure on first visits, where they are not the same. */
  readonly visited?: string;
}

/**
 * The figures on first visits, on pages a second compared with the hot site, and on memory.
 * @param steps their first visits are one figure; load and memory are those of the last step
 */
export function stepFigures(steps: readonly Step[], words: StepWords, bars: StepBars): Figure[] {
  const last = steps.at(-1);
  if (!last) return [];
  const { comparison, memory } = last;
  const visits = steps.map((step) => step.visits);
  const { p50, p99, max } = pageLatencies(...visits);
  const rate = visits.reduce((sum, { due }) => sum + due, 0) / visits.reduce((sum, each) => sum + each.seconds, 0);
  const failures = (results: readonly LoadResult[]) => ({ failures: describeFailures(...results).count });
  const fault = `a page of them takes ${last.fault.busy} ms more of the web process`;
  return [
    judged({
      what: `${words.visited ?? words.sites}: first visit to each, ${VISITORS} requests at a time: pages in a second of a processor, compared with one hot site`,
      bar: { least: bars.visits },
      rounds: comparison.hotEach.map((each) => each / last.firstEach),
      none: failures(visits),
      measured: `${rate.toFixed(0)} sites/s, ${(1_000 * last.firstEach).toFixed(1)} ms of a processor each; p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
      fault,
      values: { sitesPerSecond: rate, p50, p99, max },
    }),
    judged({
      what: `${words.sites}, all visited before; Zipf distribution of visits, closed loop, ${CONNECTIONS} connections: pages in a second of a processor, compared with one hot site`,
      bar: { least: bars.share },
      rounds: comparison.shares,
      none: failures(comparison.results),
      measured: describeComparison(comparison),
      fault,
      values: { pagesPerSecond: comparison.many, hotPagesPerSecond: comparison.hot },
    }),
    judged({
      what: `${words.sites}: proportional memory (PSS) of the server and its child processes, after a visit to every site`,
      bar: { most: bars.memory },
      unit: 'MiB',
      rounds: [memory.visited],
      measured: `${mib(memory.loaded)} after the load`,
      fault: `a page of them keeps ${last.fault.keep} KiB`,
      values: { mebibytesAfterLoad: memory.loaded },
    }),
  ];
}
