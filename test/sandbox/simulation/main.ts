/**
 * `node test/sandbox/simulation/main.ts [--from 1] [--schedules 100]` runs schedules and prints each seed whose schedule violates something;
 * with `--first` it stops at the first of them. `--seed 7` runs that one and prints all that happens in it, `--seed 7 --seed 9` those two.
 */
import { runSchedules } from '../../support/schedules.ts';
import { simulate } from './simulation.ts';

await runSchedules(simulate);
