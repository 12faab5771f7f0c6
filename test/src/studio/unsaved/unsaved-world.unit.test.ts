import { describe, expect, it } from 'vitest';
import { IS_SOAK } from '../../../support/soak.ts';
import { simulate } from './world/simulate.ts';

/** Schedules that the gate simulates, from seed 1 on, and those of `npm run test:soak`. */
const SCHEDULES = IS_SOAK ? 200_000 : 2_500;
/** Schedules of one test. */
const EACH = 250;
const firstSeeds = Array.from({ length: SCHEDULES / EACH }, (_, part) => 1 + part * EACH);

describe('whatever befalls pages, browsers and the platform', () => {
  it.each(
    firstSeeds,
  )('nothing typed or saved is lost, and nobody is asked without a cause: schedules from %s on', async (first) => {
    for (let seed = first; seed < first + EACH; seed++) {
      const found = await simulate(seed);
      expect(found, `node test/src/studio/unsaved/world/main.ts --seed ${seed}`).toEqual([]);
    }
  });
});
