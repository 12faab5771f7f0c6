/**
 * `npm run bench:tail [-- --quick]`: what thousands of seldom visited sites cost: first pages, pages a second compared with one
 * hot site, memory, first pages after a restart and after a change of a section. The load generator runs on the same cores.
 */
import { cpus } from 'node:os';
import { type Figure, lineOf } from '../figure.ts';
import { attempt, runBench, say } from '../run.ts';
import { withOwnCode } from '../vitrine/tenants.ts';
import { memoryAtRest } from './at-rest.ts';
import { chartsOf } from './charts.ts';
import { hotSiteAlone } from './hot-site.ts';
import { sites } from './judge.ts';
import { startManySites } from './many-sites.ts';
import { firstPagesAfterRestart } from './restart.ts';
import { NORMAL, QUICK } from './scale.ts';
import { stepFigures } from './step-figures.ts';
import { describeStep, type Step, visitMore } from './steps.ts';
import { firstPagesAfterWrites } from './writes.ts';

/** Bars of the sites that all have the same code, and of the sites that each have their own. */
const SHARED_CODE = { visits: 300, share: 0.5, memory: 900 };
const OWN_CODE = { share: 0.15, memory: 2_048 };

await runBench(async ({ quick }) => {
  const scale = quick ? QUICK : NORMAL;
  const { sizes, judged, seconds } = scale;
  const most = sizes.at(-1) ?? judged;
  const figures: Figure[] = [];
  const tell = (...found: Figure[]) => {
    for (const figure of found) say(lineOf(figure));
    figures.push(...found);
  };
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; the load generator runs on the same cores`);

  await attempt('memory at rest', async () => tell(await memoryAtRest()), tell);

  const steps: Step[] = [];
  await attempt(
    'many sites with the same code',
    async () => {
      const all = await startManySites(most, seconds);
      tell(await hotSiteAlone(all, scale));
      for (const size of sizes) {
        const step = await visitMore(all, steps.at(-1)?.sites ?? 0, size, scale);
        steps.push(step);
        say(`  ${describeStep(step)}`);
        if (size === judged) {
          const visited = `${sites(judged)} with the same code, visited in ${steps.length} steps with a load after each`;
          tell(...stepFigures(steps, { sites: `${sites(judged)} with the same code`, visited }, SHARED_CODE, scale));
          tell(await firstPagesAfterWrites(all, scale));
        } else if (size === most) {
          const visited = `${sites(step.visits.due)} with the same code, after ${sites(size - step.visits.due)} that were visited before`;
          tell(...stepFigures([step], { sites: `${sites(most)} with the same code`, visited }, {}, scale));
        }
      }
      tell(await firstPagesAfterRestart(all, most, scale));
      await all.host.end();
    },
    tell,
  );

  await attempt(
    'many sites, each with its own code',
    async () => {
      const all = await startManySites(judged, seconds, withOwnCode);
      const step = await visitMore(all, 0, judged, scale);
      tell(...stepFigures([step], { sites: `${sites(judged)}, each with its own code` }, OWN_CODE, scale));
      await all.host.end();
    },
    tell,
  );
  return { figures, charts: chartsOf(steps) };
});
