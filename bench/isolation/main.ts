/**
 * `npm run bench:isolation [-- scenario…] [seconds] [-- --quick]`: what one site can do to the others, and what the service
 * does under failures and overload. Without names every scenario runs; `seconds` is the length of each scenario's measured part.
 */
import { cpus } from 'node:os';
import { type Findings, lineOf } from '../figure.ts';
import { attempt, runBench, say } from '../run.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { outage } from './outage.ts';
import { overload } from './overload.ts';
import type { Scenario } from './scenario.ts';
import { unknown } from './unknown.ts';
import { zipf } from './zipf.ts';

const SCENARIOS: ReadonlyMap<string, Scenario> = new Map(
  Object.entries({ hostile, kills, zipf, overload, outage, unknown }),
);

await runBench(async ({ words, quick }) => {
  const names = words.filter((word) => Number.isNaN(Number(word)));
  const seconds = words.map(Number).find((word) => word > 0);
  const strange = names.find((name) => !SCENARIOS.has(name));
  if (strange) throw new Error(`no scenario ${strange}: there are ${[...SCENARIOS.keys()].join(', ')}`);

  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; the load generator runs on the same cores`);
  const found: Findings[] = [];
  for (const name of names.length > 0 ? names : SCENARIOS.keys()) {
    const scenario = SCENARIOS.get(name) as Scenario;
    say(`\n${name}: ${scenario.title}`);
    const options = { quick, seconds: seconds ?? (quick ? scenario.seconds.quick : scenario.seconds.normal) };
    const findings = await attempt<Findings>(
      scenario.title,
      () => scenario.run(options),
      (figure) => ({ figures: [figure], charts: [] }),
    );
    for (const figure of findings.figures) say(lineOf(figure));
    found.push(findings);
  }
  return { figures: found.flatMap(({ figures }) => figures), charts: found.flatMap(({ charts }) => charts) };
});
