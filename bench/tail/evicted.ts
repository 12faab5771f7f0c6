import { ask } from '../../test/support/http.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged, stated } from '../figure.ts';
import { ASKINGS, type Asking, PLAIN } from '../load/asking.ts';
import { type LoadResult, visitEach } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { median } from '../median.ts';
import type { ServerProcess } from '../vitrine/host.ts';
import { type PartTimes, partTimes } from '../vitrine/processor-time.ts';
import type { ManySites } from './many-sites.ts';
import { CONNECTIONS, type Scale } from './scale.ts';
import { sites } from './words.ts';

/** Passes before the measured ones: a program keeps fragments of a page from its second visit on. */
const WARM_UP = 2;
/** Share of the pages of the program before: no slower, less what the machine's drift leaves. */
const BAR = 0.95;

/**
 * Visits all sites in turn, again and again: so many that the web process has no fragments of most pages when their site's turn comes (it keeps 64 MiB
 * of fragments in all).
 * @param before the program that this one is compared with; null for none
 */
export async function pagesWithoutFragments(
  all: ManySites,
  before: ServerProcess | null,
  { rounds }: Scale,
): Promise<Figure[]> {
  const pass = async ({ port, pid }: ServerProcess, { headers }: Asking): Promise<Pass> => {
    const began = await partTimes(pid);
    const result = await visitEach(
      port,
      all.names,
      CONNECTIONS,
      port === all.host.port ? { ...headers, ...faulty({ busy: 1 }) } : headers,
    );
    const { web, render } = await partTimes(pid);
    return { result, web: web - began.web, render: render - began.render };
  };
  const loads = ASKINGS.flatMap((asking) =>
    [all.host, ...(before === null ? [] : [before])].map((program) => ({ program, asking, passes: [] as Pass[] })),
  );
  for (let n = 0; n < WARM_UP; n++) for (const { program, asking } of loads) await pass(program, asking);
  const evictedBefore = await evictionsOf(all.host.port);
  for (let round = 0; round < rounds; round++) {
    for (const { program, asking, passes } of loads) passes.push(await pass(program, asking));
  }
  const evicted = ((await evictionsOf(all.host.port)) - evictedBefore) / (rounds * ASKINGS.length * all.names.length);
  const of = (wanted: ServerProcess | null, how: Asking) =>
    loads.find(({ program, asking }) => program === wanted && asking === how)?.passes ?? [];
  return ASKINGS.map((asking) =>
    figureOf({ sites: all.names.length, asking, evicted }, of(all.host, asking), of(before, asking)),
  );
}

/** One visit to each site, and the processor time that it took, seconds. */
interface Pass extends PartTimes {
  readonly result: LoadResult;
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

function figureOf({ sites: count, asking, evicted }: Visits, ours: readonly Pass[], before: readonly Pass[]): Figure {
  const rate = (pass: Pass | undefined) =>
    pass ? (pass.result.answers.get(200)?.count ?? 0) / pass.result.seconds : Number.NaN;
  const perPage = (passes: readonly Pass[], part: keyof PartTimes) =>
    median(passes.map((pass) => (1e6 * pass[part]) / count));
  const [pages, pagesBefore] = [median(ours.map(rate)), median(before.map(rate))];
  const used = ({ web, render }: Pass) => web + render;
  const ratios = ours.map((pass, round) => used(before[round] as Pass) / used(pass));
  const results = ours.map(({ result }) => result);
  const { p50, p99 } = pageLatencies(...results);
  const [web, render] = [perPage(ours, 'web'), perPage(ours, 'render')];
  const [webBefore, renderBefore] = [perPage(before, 'web'), perPage(before, 'render')];
  const failures = describeFailures(...results);
  const what = `${sites(count)}, visited in turn again and again, more than the web process keeps fragments of; ${CONNECTIONS} connections, ${asking.name}`;
  const measured = `${perSecond(pages)}, p50 ${ms(p50)}, p99 ${ms(p99)}, processor time of a page: web process ${web.toFixed(0)} µs, render processes ${render.toFixed(0)} µs; the fragments of ${evicted.toFixed(2)} themes dropped a page`;
  const values = { pagesPerSecond: pages, p50, p99, web, render, evicted };
  if (before.length === 0) return stated(what, `${measured}; ${failures.text}`, values);
  const compared = `${measured}; the program before ${perSecond(pagesBefore)}, ${webBefore.toFixed(0)} and ${renderBefore.toFixed(0)} µs`;
  // The program before compresses no page under load: as browsers ask, it does less.
  if (asking !== PLAIN) return stated(what, compared, values);
  return judged({
    what: `${what}: pages in a second of a processor, compared with the program before`,
    ...{ bar: { least: BAR }, rounds: ratios, none: { failures: failures.count }, measured: compared, values },
    fault: 'a page takes 1 ms more of the web process',
  });
}
