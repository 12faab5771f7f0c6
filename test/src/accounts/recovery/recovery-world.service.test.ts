import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '../../../support/database.ts';
import { IS_SOAK } from '../../../support/soak.ts';
import { SEEDS, SOAKED_SCHEDULES } from './world/seeds.ts';
import { recoveryWorld } from './world/simulate.ts';

const ALL = IS_SOAK ? Array.from({ length: SOAKED_SCHEDULES }, (_, n) => n + 1) : SEEDS;
/** Schedules of one test. */
const EACH = 40;
const parts = Array.from({ length: Math.ceil(ALL.length / EACH) }, (_, n) => ALL.slice(n * EACH, (n + 1) * EACH));

let world: Awaited<ReturnType<typeof recoveryWorld>>;
beforeAll(async () => {
  world = await recoveryWorld(await freshDatabase());
});
afterAll(() => world.end());

it.each(
  parts,
)('an account that is given back is whole, whatever people, machines and operators do: schedules from %i on', async (...seeds) => {
  for (const seed of seeds) {
    const told: string[] = [];
    const wrong = await world.simulate(seed, (line) => told.push(line));
    expect(wrong, [`seed ${seed}`, ...told].join('\n')).toEqual([]);
  }
});
