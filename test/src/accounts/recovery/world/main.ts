/**
 * `DATABASE_URL=… node test/src/accounts/recovery/world/main.ts [--from 1] [--schedules 100]` runs schedules on a migrated database that nobody else
 * uses, and prints each seed whose schedule violates something; with `--first` it stops at the first of them. `--seed 7` prints all that happens in it.
 */
import { runSchedules } from '../../../../support/schedules.ts';
import { recoveryWorld } from './simulate.ts';

const world = await recoveryWorld(String(process.env.DATABASE_URL));
await runSchedules(world.simulate);
await world.end();
