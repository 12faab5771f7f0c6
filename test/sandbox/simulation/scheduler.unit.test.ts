import { describe, expect, it } from 'vitest';
import { IS_SOAK } from '../../support/soak.ts';
import { SEEDS, SOAKED_SCHEDULES } from './seeds.ts';
import { simulate } from './simulation.ts';

/** Schedules of one test. */
const EACH = 50;
const all = IS_SOAK ? Array.from({ length: SOAKED_SCHEDULES }, (_, n) => n + 1) : SEEDS;
const parts = Array.from({ length: Math.ceil(all.length / EACH) }, (_, n) => all.slice(n * EACH, (n + 1) * EACH));

const assertSound = async (seed: number) =>
  expect(await simulate(seed), `node test/sandbox/simulation/main.ts --seed ${seed}`).toEqual([]);

describe('whatever befalls its processes', () => {
  it.each(
    parts.map((part) => [part[0], part] as const),
  )('the scheduler answers each render once, blames nobody without reason, and is as before at the end: schedules from %s on', async (_first, part) => {
    for (const seed of part) await assertSound(seed);
  });
});
