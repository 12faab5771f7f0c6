/**
 * `npm run bench:rehearsal [-- --quick]`: how long the rehearsal of a publication takes on a site of 100 pages, and what it costs the
 * visitors of other sites. The load generator runs on the same cores.
 */
import { cpus } from 'node:os';
import { ask } from '../../test/support/http.ts';
import { type Figure, lineOf, verdictOf } from '../figure.ts';
import { startWarmHost, type WarmHost } from '../isolation/scenario.ts';
import type { LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { median } from '../median.ts';
import { runBench, say } from '../run.ts';
import { type NewTenant, normalSites, SECTION, type Tenant } from '../vitrine/tenants.ts';

const PAGES = 100;
/** Bars: of 100 pages on a machine that does nothing else, milliseconds; and how many times as long the p99 of others may be. */
const DURATION_MS = 5_000;
const RATIO = 1.5;
/** Offered load on the other sites, as a share of the capacity. */
const SHARE = 0.45;
/** Loads without and with rehearsals, alternately, each of so many seconds: the machine itself sometimes stalls for up to a second. */
const PAIRS = { normal: 9, quick: 3 };
const SECONDS = 3;

await runBench(async ({ quick }) => {
  const pace = quick ? 'quick' : 'normal';
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; the load generator runs on the same cores`);
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    say(lineOf(figure));
    figures.push(figure);
  };
  const warm = await startWarmHost(quick, { others: [await siteOfPages()] });
  const rehearse = await rehearsalOf(warm);
  tell(await durations(rehearse));
  tell(await effectOnOthers(warm, rehearse, PAIRS[pace]));
  await warm.host.end();
  return { figures, charts: [] };
});

/** A site with `PAGES` addresses: its home page, its 404 and the pages. */
async function siteOfPages(): Promise<NewTenant> {
  const [site] = await normalSites(1);
  if (!site) throw new Error('there is no normal site');
  const paragraph = '<p>Nous partons du bois, de la pièce et de ceux qui y vivent, et nous dessinons avec eux.</p>';
  const pages = Array.from({ length: PAGES - 2 }, (_, n) => ({
    ...{ slug: `page-${n}`, titre: `Page ${n}`, gabarit: 'page', publiee: true },
    contenu: `<h2>Numéro ${n}</h2>${paragraph.repeat(1 + (n % 40))}`,
  }));
  return { ...site, slug: 'repetee', pages };
}

/** @returns a function that rehearses a draft whose every page changes; it gives how long that took, milliseconds */
async function rehearsalOf({ host }: WarmHost): Promise<() => Promise<number>> {
  const site = host.tenants.at(-1) as Tenant;
  const manage = async (method: string, path: string, body: unknown) => {
    const answer = await ask({ port: host.port, method, path, key: site.key, body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: HTTP ${answer.status} ${answer.text.slice(0, 200)}`);
    return answer.json();
  };
  const { themeId } = await manage('POST', '/api/themes', { action: 'brouillon' });
  const path = `/api/themes/${themeId}/fichiers`;
  const read = async (chemin: string): Promise<string> =>
    (await ask({ port: host.port, path: `${path}?${new URLSearchParams({ chemin })}`, key: site.key })).json().fichier
      .contenu;
  for (const chemin of [SECTION, 'sections/footer.liquid']) {
    await manage('PUT', path, { chemin, contenu: `${await read(chemin)}<p>Changé</p>` });
  }
  return async () => {
    const began = performance.now();
    const { resume } = await manage('POST', '/api/themes', { action: 'repeter', id: themeId });
    const took = performance.now() - began;
    if (resume.changees !== PAGES) throw new Error(`not every page was rehearsed: ${JSON.stringify(resume)}`);
    return took;
  };
}

/** The first rehearsal, whose process and themes are cold, and those after it. */
async function durations(rehearse: () => Promise<number>): Promise<Figure> {
  const first = await rehearse();
  const next = [await rehearse(), await rehearse(), await rehearse()];
  return {
    what: `rehearsal of ${PAGES} pages of origo, each with both themes, on a machine without other load`,
    bar: `≤ ${DURATION_MS / 1_000} s`,
    measured: `${ms(first)} the first time, ${ms(median(next))} later`,
    verdict: verdictOf(first <= DURATION_MS),
    values: { first, next: median(next) },
  };
}

/** p99 of other sites without rehearsals, and while one follows the other: the medians of short loads, which alternate. */
async function effectOnOthers(warm: WarmHost, rehearse: () => Promise<number>, pairs: number): Promise<Figure> {
  const rate = SHARE * warm.capacity;
  const rehearsals: number[] = [];
  const without: LoadResult[] = [];
  const beside: LoadResult[] = [];
  for (let pair = 0; pair < pairs; pair++) {
    without.push(await warm.load(rate, SECONDS));
    let isOver = false;
    const rehearsing = (async () => {
      while (!isOver) rehearsals.push(await rehearse());
    })();
    beside.push(await warm.load(rate, SECONDS));
    isOver = true;
    await rehearsing;
  }
  const p99 = (loads: readonly LoadResult[]) => median(loads.map((load) => pageLatencies(load).p99));
  const [alone, meanwhile] = [p99(without), p99(beside)];
  const ratio = meanwhile / alone;
  const failures = describeFailures(...without, ...beside);
  return {
    what: `p99 of other sites at ${SHARE * 100} % of capacity (${perSecond(rate)}) while one rehearsal of ${PAGES} pages follows the other; medians of ${pairs} loads of ${SECONDS} s each, alternately with and without`,
    bar: `≤ ${RATIO} times, 0 failures`,
    measured: `${ms(alone)} → ${ms(meanwhile)}, ${ratio.toFixed(2)} times; a rehearsal takes ${ms(median(rehearsals))}; ${failures.text}`,
    verdict: verdictOf(ratio <= RATIO && failures.count === 0),
    values: { ratio, alone, meanwhile, rehearsal: median(rehearsals), failures: failures.count },
  };
}
