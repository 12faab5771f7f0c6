/**
 * `node test/sandbox/simulation/main.ts [--from 1] [--schedules 100]` runs schedules and prints each seed whose schedule violates something;
 * with `--first` it stops at the first of them. `--seed 7` runs that one and prints all that happens in it.
 */
import { parseArgs } from 'node:util';
import { simulate } from './simulation.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: '1' },
    schedules: { type: 'string', default: '100' },
    seed: { type: 'string' },
    first: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.schedules) : 1;
let failed = 0;
for (let seed = first; seed < first + count; seed++) {
  const violations = await simulate(seed, values.seed === undefined ? undefined : say);
  if (violations.length === 0) continue;
  failed++;
  say(`seed ${seed}:`);
  for (const violation of violations.slice(0, 5)) say(`  ${violation}`);
  if (values.first) break;
}
say(`${count} schedules, ${failed} with violations`);
process.exitCode = failed > 0 ? 1 : 0;
