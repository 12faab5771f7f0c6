import { parseArgs } from 'node:util';

/** Runs the schedule of a seed. @param tell takes what happens, a line each @returns what must not have happened */
export type Simulate = (seed: number, tell?: (line: string) => void) => Promise<readonly string[]>;

/** Runs the schedules that the arguments of the program name, and prints those that violate something. */
export async function runSchedules(simulate: Simulate): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string', default: '1' },
      schedules: { type: 'string', default: '100' },
      seed: { type: 'string', multiple: true },
      first: { type: 'boolean', default: false },
    },
  });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const following = Array.from({ length: Number(values.schedules) }, (_, n) => Number(values.from) + n);
  const seeds = values.seed?.map(Number) ?? following;
  let failed = 0;
  for (const seed of seeds) {
    const violations = await simulate(seed, values.seed?.length === 1 ? say : undefined);
    if (violations.length === 0) continue;
    failed++;
    say(`seed ${seed}:`);
    for (const violation of violations.slice(0, 5)) say(`  ${violation}`);
    if (values.first) break;
  }
  say(`${seeds.length} schedules, ${failed} with violations`);
  process.exitCode = failed > 0 ? 1 : 0;
}
