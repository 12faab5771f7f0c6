/**
 * `npm run bench:tail [-- part…] [sites…] [--quick] [--before folder]`: what thousands of seldom visited sites cost: memory at rest (`rest`); first
 * pages, pages a second compared with one hot site, memory, and first pages after a restart, of sites with the same code (`same`); first pages
 * after a change of a section (`writes`); sites with code of their own (`own`); where it is named or there is a program before, pages of which the web
 * process has kept nothing (`evicted`).
 * Numbers replace the numbers of sites; the last one is judged. `folder` is another checkout, whose program is measured beside this one's in
 * `writes` and `evicted`. The load generator runs on the same cores.
 */
import { cpus } from 'node:os';
import { type Figure, lineOf } from '../figure.ts';
import { attempt, runBench, say } from '../run.ts';
import { withOwnCode } from '../vitrine/tenants.ts';
import { memoryAtRest } from './at-rest.ts';
import { chartsOf } from './charts.ts';
import { pagesWithoutFragments } from './evicted.ts';
import { hotSiteAlone } from './hot-site.ts';
import { type ManySites, startManySites } from './many-sites.ts';
import { firstPagesAfterRestart } from './restart.ts';
import { NORMAL, QUICK, type Scale } from './scale.ts';
import { stepFigures } from './step-figures.ts';
import { describeStep, type Step, visitMore } from './steps.ts';
import { sites } from './words.ts';
import { firstPagesAfterWrites } from './writes.ts';

/** Bars of the sites that all have the same code, and of the sites that each have their own. */
const SHARED_CODE = { visits: 0.03, share: 0.4, memory: 1_050 };
const OWN_CODE = { visits: 0.0015, share: 0.01, memory: 2_048 };
const OWN_FAULT = { busy: 300, keep: 4_000 };
/** Sites with their own code: more than twice as many as all workers keep warm. */
const OWN = { normal: 600, quick: 60 };

const PARTS = ['rest', 'same', 'writes', 'evicted', 'own'] as const;
type PartName = (typeof PARTS)[number];

await runBench(async ({ words, quick, before }) => {
  const scale = scaleOf(quick ? QUICK : NORMAL, words.map(Number).filter(Number.isInteger));
  const { sizes, judged, seconds } = scale;
  const most = sizes.at(-1) ?? judged;
  const chosen = PARTS.filter((part) => words.includes(part));
  const runs = (...parts: PartName[]) => chosen.length === 0 || parts.some((part) => chosen.includes(part));
  const figures: Figure[] = [];
  const tell = (...found: Figure[]) => {
    for (const figure of found) say(lineOf(figure));
    figures.push(...found);
  };
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; the load generator runs on the same cores`);

  if (runs('rest')) await attempt('memory at rest', async () => tell(await memoryAtRest()), tell);

  const steps: Step[] = [];
  const sameCode = async () => {
    const all = await startManySites(most, seconds);
    if (runs('same')) await takeSteps(all);
    if (runs('writes', 'evicted')) {
      const other = before === undefined ? null : await all.host.startBeside(before);
      const port = other?.port ?? null;
      if (runs('writes')) tell(await firstPagesAfterWrites(all, port, scale));
      if (before !== undefined || chosen.includes('evicted')) tell(...(await pagesWithoutFragments(all, other, scale)));
      await other?.end();
    }
    if (runs('same')) tell(await firstPagesAfterRestart(all, most, scale));
    await all.host.end();
  };
  const takeSteps = async (all: ManySites) => {
    tell(await hotSiteAlone(all, scale));
    for (const size of sizes) {
      const step = await visitMore(all, steps.at(-1)?.sites ?? 0, size, scale);
      steps.push(step);
      say(`  ${describeStep(step)}`);
      if (size === judged) {
        const visited = `${sites(judged)} with the same code, visited in ${steps.length} steps with a load after each`;
        tell(...stepFigures(steps, { sites: `${sites(judged)} with the same code`, visited }, SHARED_CODE));
      }
    }
  };
  if (runs('same', 'writes', 'evicted')) await attempt('many sites with the same code', sameCode, tell);

  const ownCode = async () => {
    const count = OWN[quick ? 'quick' : 'normal'];
    const all = await startManySites(count, seconds, withOwnCode);
    const step = await visitMore(all, 0, count, { ...scale, fault: OWN_FAULT });
    tell(...stepFigures([step], { sites: `${sites(count)}, each with its own code` }, OWN_CODE));
    await all.host.end();
  };
  if (runs('own')) await attempt('many sites, each with its own code', ownCode, tell);
  return { figures, charts: chartsOf(steps) };
});

function scaleOf(scale: Scale, sizes: readonly number[]): Scale {
  return sizes.length === 0 ? scale : { ...scale, sizes, judged: sizes.at(-1) ?? scale.judged };
}
