/**
 * `npm run bench:rehearsal [-- --quick]`: what the rehearsal of a publication takes on a site of 100 pages, beside as many visits, and what it costs the
 * visitors of other sites. The load generator runs on the same cores.
 */
import { cpus } from 'node:os';
import { ask } from '../../test/support/http.ts';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged, lineOf } from '../figure.ts';
import { startWarmHost, type WarmHost } from '../isolation/scenario.ts';
import { describeFailures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { median } from '../median.ts';
import { byTurns } from '../rounds.ts';
import { runBench, say } from '../run.ts';
import { type NewTenant, normalSites, SECTION, type Tenant } from '../vitrine/tenants.ts';

const PAGES = 100;
/** Bars: how many times the processor time of visits of all pages, one with each theme, a rehearsal may take; and the p99 of others. */
const PROCESSOR_RATIO = 4;
const P99_RATIO = 3;
/** Turns the bars red, milliseconds of the web process. */
const FAULT_MS = 8_000;
/** Offered load on the other sites, as a share of the capacity. */
const SHARE = 0.3;
/** Rounds with and without rehearsals, by turns, and the seconds of each load: the machine itself sometimes stalls for up to a second. */
const ROUNDS = { normal: 4, quick: 3 };
const SECONDS = 2;

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
  tell(await durations(warm, rehearse));
  tell(await effectOnOthers(warm, rehearse, ROUNDS[pace]));
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
  const manage = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await ask({ port: host.port, method, path, key: site.key, body, headers });
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
    const { resume } = await manage(
      'POST',
      '/api/themes',
      { action: 'repeter', id: themeId },
      faulty({ busy: FAULT_MS }),
    );
    const took = performance.now() - began;
    if (resume.changees !== PAGES) throw new Error(`not every page was rehearsed: ${JSON.stringify(resume)}`);
    return took;
  };
}

/** Rehearsals by turns with visits of all pages; the first, whose process and themes are cold, is told only. */
async function durations({ host }: WarmHost, rehearse: () => Promise<number>): Promise<Figure> {
  const site = (host.tenants.at(-1) as Tenant).host;
  const first = await rehearse();
  const times: number[] = [];
  const used = async (work: () => Promise<unknown>) => {
    const before = await host.processorTime();
    await work();
    return (await host.processorTime()) - before;
  };
  const visit = async () => {
    const paths = ['/', '/nulle-part', ...Array.from({ length: PAGES - 2 }, (_, n) => `/page-${n}`)];
    for (const path of [...paths, ...paths]) await ask({ port: host.port, host: site, path });
  };
  const rounds = await byTurns(
    3,
    () => used(async () => times.push(await rehearse())),
    () => used(visit),
  );
  return judged({
    what: `rehearsal of ${PAGES} pages of origo, each with both themes: processor time, compared with ${2 * PAGES} visits`,
    bar: { most: PROCESSOR_RATIO },
    rounds: rounds.map(({ ours, theirs }) => ours / theirs),
    measured: `${ms(first)} the first time, ${ms(median(times))} later`,
    fault: `a rehearsal takes ${FAULT_MS} ms more of the web process`,
    values: { first, next: median(times) },
  });
}

/** p99 of other sites while one rehearsal follows the other, by turns with loads without rehearsals. */
async function effectOnOthers(warm: WarmHost, rehearse: () => Promise<number>, count: number): Promise<Figure> {
  const rate = SHARE * warm.capacity;
  const rehearsals: number[] = [];
  const rounds = await byTurns(
    count,
    async () => {
      let isOver = false;
      const rehearsing = (async () => {
        while (!isOver) rehearsals.push(await rehearse());
      })();
      const load = await warm.load(rate, SECONDS);
      isOver = true;
      await rehearsing;
      return load;
    },
    () => warm.load(rate, SECONDS),
  );
  const p99 = (side: 'ours' | 'theirs') => median(rounds.map((round) => pageLatencies(round[side]).p99));
  return judged({
    what: `p99 of other sites at ${SHARE * 100} % of capacity (${perSecond(rate)}) while one rehearsal of ${PAGES} pages follows the other, compared with loads without`,
    bar: { most: P99_RATIO },
    rounds: rounds.map(({ ours, theirs }) => pageLatencies(ours).p99 / pageLatencies(theirs).p99),
    none: { failures: describeFailures(...rounds.flatMap(({ ours, theirs }) => [ours, theirs])).count },
    measured: `${ms(p99('theirs'))} → ${ms(p99('ours'))}; a rehearsal takes ${ms(median(rehearsals))}`,
    fault: `a rehearsal takes ${FAULT_MS} ms more of the web process`,
    values: { rehearsal: median(rehearsals) },
  });
}
