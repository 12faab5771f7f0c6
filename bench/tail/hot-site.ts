import { faulty } from '../fault/fault.ts';
import { type Figure, stated } from '../figure.ts';
import { applyLoad, type LoadResult, pagesPerSecond } from '../load/load.ts';
import { describeFailures, perSecond } from '../load/summary.ts';
import { type Target, zipf } from '../load/target.ts';
import { median } from '../median.ts';
import { byTurns } from '../rounds.ts';
import type { ManySites } from './many-sites.ts';
import { CONNECTIONS, type Scale } from './scale.ts';

/** Pages a second of many sites and of one hot site: medians of the rounds. */
export interface Comparison {
  readonly hot: number;
  readonly many: number;
  /** Processor time of a page of the hot site divided by that of a page of the many, by round. */
  readonly shares: readonly number[];
  /** Processor time of a page of the hot site, seconds, by round. */
  readonly hotEach: readonly number[];
  readonly results: readonly LoadResult[];
}

/** Measures pages a second of one hot site before any other site is visited. */
export async function hotSiteAlone(all: ManySites, { rounds, seconds }: Scale): Promise<Figure> {
  const results: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) results.push(await closedLoop(all, all.hot, seconds));
  const rate = median(results.map((result) => pagesPerSecond(result, seconds)));
  return stated(
    `pages a second of one hot site, closed loop, ${CONNECTIONS} connections (median of ${rounds} rounds of ${seconds} s)`,
    `${rate.toFixed(0)} pages/s; ${describeFailures(all.warmUp, ...results).text}`,
    { pagesPerSecond: rate },
  );
}

/** Loads the hot site and many others alternately, so that a drift of the machine's speed changes both figures. */
export async function compareWithHot(
  all: ManySites,
  names: readonly string[],
  { rounds, seconds, fault }: Scale,
): Promise<Comparison> {
  const many = zipf(names).map((target) => ({ ...target, headers: faulty(fault) }));
  const measured = async (targets: readonly Target[]) => {
    const before = await all.host.processorTime();
    const result = await closedLoop(all, targets, seconds);
    return { result, each: ((await all.host.processorTime()) - before) / result.due };
  };
  const pairs = await byTurns(
    rounds,
    () => measured(many),
    () => measured(all.hot),
  );
  return {
    hot: median(pairs.map(({ theirs }) => pagesPerSecond(theirs.result, seconds))),
    many: median(pairs.map(({ ours }) => pagesPerSecond(ours.result, seconds))),
    shares: pairs.map(({ ours, theirs }) => theirs.each / ours.each),
    hotEach: pairs.map(({ theirs }) => theirs.each),
    results: pairs.flatMap(({ ours, theirs }) => [ours.result, theirs.result]),
  };
}

/** A comparison as one line of text. */
export const describeComparison = ({ hot, many }: Comparison): string =>
  `${perSecond(many)}, the hot site alone ${perSecond(hot)}`;

const closedLoop = ({ host }: ManySites, targets: readonly Target[], seconds: number): Promise<LoadResult> =>
  applyLoad({ port: host.port, targets, rate: null, connections: CONNECTIONS, seconds });
