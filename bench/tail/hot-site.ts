import type { Figure } from '../figure.ts';
import { applyLoad, type LoadResult, pagesPerSecond } from '../load/load.ts';
import { describeFailures, perSecond } from '../load/summary.ts';
import { type Target, zipf } from '../load/target.ts';
import { median } from '../median.ts';
import { judge } from './judge.ts';
import type { ManySites } from './many-sites.ts';
import { CONNECTIONS, type Scale } from './scale.ts';

/** Pages a second of many sites and of one hot site: medians of the rounds. */
export interface Comparison {
  readonly hot: number;
  readonly many: number;
  /** Median of the rounds' ratios. */
  readonly share: number;
  readonly results: readonly LoadResult[];
}

/** Measures pages a second of one hot site before any other site is visited. */
export async function hotSiteAlone(all: ManySites, { rounds, seconds }: Scale): Promise<Figure> {
  const results: LoadResult[] = [];
  for (let round = 0; round < rounds; round++) results.push(await closedLoop(all, all.hot, seconds));
  const rate = median(results.map((result) => pagesPerSecond(result, seconds)));
  return judge({
    what: `pages a second of one hot site, closed loop, ${CONNECTIONS} connections (median of ${rounds} rounds of ${seconds} s)`,
    bar: null,
    measured: `${rate.toFixed(0)} pages/s`,
    values: { pagesPerSecond: rate },
    failures: describeFailures(all.warmUp, ...results),
  });
}

/** Loads the hot site and many others alternately, so that a drift of the machine's speed changes both figures. */
export async function compareWithHot(
  all: ManySites,
  names: readonly string[],
  { rounds, seconds }: Scale,
): Promise<Comparison> {
  const many = zipf(names);
  const pairs: { hot: LoadResult; many: LoadResult }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ hot: await closedLoop(all, all.hot, seconds), many: await closedLoop(all, many, seconds) });
  }
  const rates = pairs.map((pair) => ({
    hot: pagesPerSecond(pair.hot, seconds),
    many: pagesPerSecond(pair.many, seconds),
  }));
  return {
    hot: median(rates.map((rate) => rate.hot)),
    many: median(rates.map((rate) => rate.many)),
    share: median(rates.map((rate) => rate.many / rate.hot)),
    results: pairs.flatMap((pair) => [pair.hot, pair.many]),
  };
}

/** A comparison as one line of text. */
export const describeComparison = ({ hot, many, share }: Comparison): string =>
  `${(100 * share).toFixed(0)} %: ${perSecond(many)}, the hot site alone ${perSecond(hot)}`;

const closedLoop = ({ host }: ManySites, targets: readonly Target[], seconds: number): Promise<LoadResult> =>
  applyLoad({ port: host.port, targets, rate: null, connections: CONNECTIONS, seconds });
