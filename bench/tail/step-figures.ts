import type { Figure } from '../figure.ts';
import type { LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import { describeComparison } from './hot-site.ts';
import { judge, mib } from './judge.ts';
import { CONNECTIONS, type Scale, VISITORS } from './scale.ts';
import type { Step } from './steps.ts';

/** Bars for one number of sites; a figure whose bar is left out has none. */
export interface StepBars {
  /** Minimum of first visits, sites a second. */
  readonly visits?: number;
  /** Minimum share of the hot site's pages a second. */
  readonly share?: number;
  /** Maximum memory after a visit to every site, mebibytes. */
  readonly memory?: number;
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
export function stepFigures(steps: readonly Step[], words: StepWords, bars: StepBars, scale: Scale): Figure[] {
  const last = steps.at(-1);
  if (!last) return [];
  return [
    visitFigure(
      words.visited ?? words.sites,
      steps.map(({ visits }) => visits),
      bars.visits,
    ),
    shareFigure(words.sites, last, bars.share, scale),
    memoryFigure(words.sites, steps, last, bars.memory),
  ];
}

function visitFigure(sites: string, visits: readonly LoadResult[], least: number | undefined): Figure {
  const seconds = visits.reduce((sum, each) => sum + each.seconds, 0);
  const pages = visits.reduce((sum, { answers }) => sum + (answers.get(200)?.count ?? 0), 0);
  const rate = pages / seconds;
  const { p50, p99, max } = pageLatencies(...visits);
  return judge({
    what: `${sites}: first visit to each, ${VISITORS} requests at a time`,
    bar: least === undefined ? null : { words: `≥ ${least} sites/s`, isMet: rate >= least },
    measured: `${rate.toFixed(0)} sites/s, p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
    values: { sitesPerSecond: rate, p50, p99, max },
    failures: describeFailures(...visits),
  });
}

function shareFigure(
  sites: string,
  { comparison }: Step,
  least: number | undefined,
  { rounds, seconds }: Scale,
): Figure {
  const { hot, many, share } = comparison;
  return judge({
    what: `${sites}, all visited before; Zipf distribution of visits, closed loop, ${CONNECTIONS} connections: pages a second compared with one hot site (median of ${rounds} rounds of ${seconds} s each)`,
    bar:
      least === undefined
        ? null
        : { words: `≥ ${100 * least} % of the hot site’s pages a second`, isMet: share >= least },
    measured: describeComparison(comparison),
    values: { share, pagesPerSecond: many, hotPagesPerSecond: hot },
    failures: describeFailures(...comparison.results),
  });
}

function memoryFigure(sites: string, steps: readonly Step[], { memory }: Step, most: number | undefined): Figure {
  return judge({
    what: `${sites}: proportional memory (PSS) of the server and its child processes, after a visit to every site`,
    bar: most === undefined ? null : { words: `≤ ${mib(most)}`, isMet: memory.visited <= most },
    measured: `${mib(memory.visited)}; ${mib(memory.loaded)} after the load`,
    values: { mebibytes: memory.visited, mebibytesAfterLoad: memory.loaded },
    failures: describeFailures(...steps.map(({ visits }) => visits)),
  });
}
