/**
 * `npm run bench:lighthouse [-- desktop] [theme …] [photographs]`: runs Lighthouse on the demo home page of each theme of the catalog, as a
 * phone unless `desktop` is given, and on a home page with six heavy photographs (`photographs` alone: only on that). Unlike the other benches it exits with 1 when a page misses its bar.
 */
import { join } from 'node:path';
import lighthouse, { desktopConfig } from 'lighthouse';
import { readDemoSites } from '../../src/demo/demo-site.ts';
import { ask } from '../../test/support/http.ts';
import { waitIfStopping } from '../endings.ts';
import { type Figure, metIf } from '../figure.ts';
import { runBench, say } from '../run.ts';
import { startServer, temporaryFolder } from '../vitrine/host.ts';
import { startChromium } from './browser.ts';
import { CATEGORIES, type Judgement, judgementOf } from './judgement.ts';
import { judgePhotographs } from './photographs.ts';

const BAR = 95;
const WARM_UP_TRIES = 20;
const DESKTOP = 'desktop';
const WITH_PHOTOGRAPHS = 'photographs';
const COLUMNS = ['theme', 'performance', 'accessibility', 'best practices', 'SEO', 'LCP ms', 'CLS', 'TBT ms'];

await runBench(async ({ words, quick }) => {
  const isDesktop = words.includes(DESKTOP);
  const themes = words.filter((word) => word !== DESKTOP && word !== WITH_PHOTOGRAPHS);
  const isOnlyPhotographs = themes.length === 0 && words.includes(WITH_PHOTOGRAPHS);
  const sites = isOnlyPhotographs ? [] : await chosenSites(themes);
  const folder = await temporaryFolder();
  const { port } = await startServer({ DATA_DIR: join(folder, 'data') }, folder);
  const chromium = await startChromium(join(folder, 'chromium'));

  say(`Lighthouse, ${isDesktop ? 'desktop' : 'mobile'}, the demo home page of each theme\n`);
  say(rowOf(COLUMNS));
  const judgements: [string, Judgement][] = [];
  for (const { themeId, site } of quick ? sites.slice(0, 1) : sites) {
    const host = `${site.slug}.localhost`;
    await warmUp(port, host);
    const url = `http://${host}:${port}/`;
    const run = await lighthouse(url, { port: chromium, logLevel: 'error' }, isDesktop ? desktopConfig : undefined);
    await waitIfStopping();
    if (!run) throw new Error(`Lighthouse returned no result for ${url}`);
    const judgement = judgementOf(run.lhr);
    judgements.push([themeId, judgement]);
    const { lcp, cls, tbt } = judgement.metrics;
    const scores = CATEGORIES.map((category) => String(judgement.scores[category]));
    say(rowOf([themeId, ...scores, lcp.toFixed(0), cls.toFixed(3), tbt.toFixed(0)]));
    for (const cost of judgement.costs) say(`  ${cost}`);
  }
  const figures = judgements.map(([theme, judgement]) => figureOf(theme, judgement));
  if (words.includes(WITH_PHOTOGRAPHS) || (words.length === 0 && !quick)) {
    for (const figure of await judgePhotographs(chromium)) {
      say(`${figure.what}: ${figure.measured}`);
      figures.push(figure);
    }
  }
  if (figures.some(({ verdict }) => verdict === 'missed')) process.exitCode = 1;
  return { figures, charts: [] };
});

/** @throws Error when no demo site shows a theme that is named */
async function chosenSites(themes: readonly string[]) {
  const sites = await readDemoSites();
  const unknown = themes.find((theme) => !sites.some(({ themeId }) => themeId === theme));
  if (unknown !== undefined) throw new Error(`no demo site shows a theme ${unknown}`);
  return sites.filter(({ themeId }) => themes.length === 0 || themes.includes(themeId));
}

/**
 * Requests the page before Lighthouse does, so that its theme is compiled, as it is for most visitors.
 * @throws Error when there is no page
 */
async function warmUp(port: number, host: string): Promise<void> {
  let status = 0;
  for (let tries = 0; tries < WARM_UP_TRIES && status !== 200; tries++) ({ status } = await ask({ port, host }));
  if (status !== 200) throw new Error(`${host} answers ${status}`);
}

function rowOf(cells: readonly string[]): string {
  const width = (index: number) => COLUMNS[index]?.length ?? 0;
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(9) : cell.padStart(width(index)))).join('  ');
}

function figureOf(theme: string, { scores, metrics }: Judgement): Figure {
  return {
    what: `Lighthouse, demo home page of ${theme}`,
    bar: `≥ ${BAR} in each category`,
    measured: CATEGORIES.map((category) => `${category} ${scores[category]}`).join(', '),
    verdict: metIf(CATEGORIES.every((category) => scores[category] >= BAR)),
    values: { ...scores, ...metrics },
  };
}
