import { ask } from '../../test/support/http.ts';
import type { Figure } from '../figure.ts';
import { type LoadResult, visitEach } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { median } from '../median.ts';
import { judge, sites } from './judge.ts';
import type { ManySites } from './many-sites.ts';
import { CONNECTIONS, type Scale } from './scale.ts';

/** Passes before the measured ones: a program keeps fragments of a page from its second visit on. */
const WARM_UP = 2;
/** Share of the pages a second of the program before: no slower, less what the machine's drift leaves of a median. */
const BAR = 0.97;

const ASKINGS = [
  { name: 'no Accept-Encoding', headers: {} },
  { name: 'Accept-Encoding: gzip, deflate, br', headers: { 'accept-encoding': 'gzip, deflate, br' } },
] as const;
type Asking = (typeof ASKINGS)[number];

/**
 * Visits all sites in turn, again and again: so many that the web process has given up the fragments of each page when its site's turn comes
 * (it keeps 64 MB in all, the last used ones).
 * @param before port of the program that this one is compared with; null for none
 */
export async function pagesWithoutFragments(
  all: ManySites,
  before: number | null,
  { rounds }: Scale,
): Promise<Figure[]> {
  const pass = (port: number, { headers }: Asking) => visitEach(port, all.names, CONNECTIONS, headers);
  const loads = ASKINGS.flatMap((asking) =>
    [all.host.port, ...(before === null ? [] : [before])].map((port) => ({
      port,
      asking,
      results: [] as LoadResult[],
    })),
  );
  for (let n = 0; n < WARM_UP; n++) for (const { port, asking } of loads) await pass(port, asking);
  const evictedBefore = await evictionsOf(all.host.port);
  for (let round = 0; round < rounds; round++) {
    for (const { port, asking, results } of loads) results.push(await pass(port, asking));
  }
  const evicted = ((await evictionsOf(all.host.port)) - evictedBefore) / (rounds * ASKINGS.length * all.names.length);
  const of = (wanted: number | null, how: Asking) =>
    loads.find(({ port, asking }) => port === wanted && asking === how)?.results ?? [];
  return ASKINGS.map((asking) =>
    figureOf({ sites: all.names.length, asking, evicted }, of(all.host.port, asking), of(before, asking)),
  );
}

/** How often vitrine has dropped the fragments of a theme because others needed the room. */
async function evictionsOf(port: number): Promise<number> {
  const { text } = await ask({ port, host: 'localhost', path: '/metrics' });
  return Number(/^vitrine_fragments_dropped_total\{[^}]*reason="evicted"[^}]*\} (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}

/** What was measured. */
interface Visits {
  readonly sites: number;
  readonly asking: Asking;
  /** Mean number of themes whose fragments were dropped, a page, in both ways of asking. */
  readonly evicted: number;
}

function figureOf(
  { sites: count, asking, evicted }: Visits,
  ours: readonly LoadResult[],
  before: readonly LoadResult[],
): Figure {
  const rate = (result: LoadResult | undefined) =>
    result ? (result.answers.get(200)?.count ?? 0) / result.seconds : Number.NaN;
  const [pages, pagesBefore] = [median(ours.map(rate)), median(before.map(rate))];
  const ratio = median(ours.map((result, round) => rate(result) / rate(before[round])));
  const { p50, p99 } = pageLatencies(...ours);
  const isCompared = before.length > 0;
  const failures = describeFailures(...ours);
  const compared = isCompared ? `; ${ratio.toFixed(2)} times the ${perSecond(pagesBefore)} of the program before` : '';
  // The program before compresses no page under load: as browsers ask, it does less.
  const isJudged = isCompared && asking === ASKINGS[0];
  return judge({
    what: `${sites(count)}, visited in turn again and again, more than the web process keeps fragments of; ${CONNECTIONS} connections, ${asking.name}: pages a second (median of ${ours.length} passes)`,
    bar: isJudged ? { words: `≥ ${BAR} times the program before`, isMet: ratio >= BAR } : null,
    measured: `${perSecond(pages)}, p50 ${ms(p50)}, p99 ${ms(p99)}${compared}; the fragments of ${evicted.toFixed(2)} themes dropped a page`,
    values: { pagesPerSecond: pages, p50, p99, evicted, ...(isCompared ? { ratio, before: pagesBefore } : {}) },
    failures,
  });
}
