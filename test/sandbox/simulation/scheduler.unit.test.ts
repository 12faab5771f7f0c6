import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { IS_SOAK } from '../../support/soak.ts';
import { FAULTS } from './faults.ts';
import { FOUND_BY_SOAK, SCHEDULES, SOAKED_SCHEDULES } from './seeds.ts';
import { simulate } from './simulation.ts';

/** Schedules of one test. */
const EACH = 50;
const inAll = IS_SOAK ? SOAKED_SCHEDULES : SCHEDULES;
const firstSeeds = Array.from({ length: inAll / EACH }, (_, part) => 1 + part * EACH);

const assertSound = async (seed: number) =>
  expect(await simulate(seed), `node test/sandbox/simulation/main.ts --seed ${seed}`).toEqual([]);

describe('whatever befalls its processes', () => {
  it.each(FOUND_BY_SOAK)('the scheduler is as before at the end of schedule %s', assertSound);

  it.each(
    firstSeeds,
  )('the scheduler answers each render once, blames nobody without reason, and is as before at the end: schedules from %s on', async (first) => {
    for (let seed = first; seed < first + EACH; seed++) await assertSound(seed);
  });
});

it('each fault that is looked for can be put into the scheduler', () => {
  const isOnce = ({ file, text }: (typeof FAULTS)[number]) =>
    readFileSync(new URL(`../../../sandbox/web-process/${file}`, import.meta.url), 'utf8').split(text).length === 2;
  expect(FAULTS.filter((fault) => !isOnce(fault)).map(({ name }) => name)).toEqual([]);
});
