import { describe, expect, it } from 'vitest';
import type { Simulate } from '../../../support/schedules.ts';
import { IS_SOAK } from '../../../support/soak.ts';
import { simulateMenus, simulateSettings, simulateTexts, simulateThemes } from './world/simulate.ts';

/** Schedules that the gate simulates, from seed 1 on, and those of `npm run test:soak`; of menus and settings fewer. */
const SCHEDULES = IS_SOAK ? 200_000 : 1_500;
const OF_OBJECTS = IS_SOAK ? 200_000 : 500;
/** Schedules of one test. */
const EACH = 250;
const firstSeeds = (schedules: number) => Array.from({ length: schedules / EACH }, (_, part) => 1 + part * EACH);
/** Lines before the first violation that a failure shows. */
const SHOWN = 30;

/** What happened in a schedule until something was wrong, and how it is seen again. */
async function recordOf(simulate: Simulate, command: string, seed: number): Promise<string> {
  const lines: string[] = [];
  await simulate(seed, (line) => lines.push(line));
  const end = lines.findIndex((line) => line.includes('VIOLATION')) + 1;
  return [`${command} --seed ${seed}`, ...lines.slice(Math.max(0, end - SHOWN), end)].join('\n');
}

describe.each([
  ['a theme', simulateThemes, 'node test/src/studio/unsaved/world/main.ts', SCHEDULES],
  ['a page of a site', simulateTexts, 'WORLD=texts node test/src/studio/unsaved/world/main.ts', SCHEDULES],
  ['the menus of a site', simulateMenus, 'WORLD=menus node test/src/studio/unsaved/world/main.ts', OF_OBJECTS],
  [
    'a tab of the settings of a site',
    simulateSettings,
    'WORLD=settings node test/src/studio/unsaved/world/main.ts',
    OF_OBJECTS,
  ],
] as const)('whatever befalls pages, browsers and the platform that has %s', (_, simulate, command, schedules) => {
  it.each(
    firstSeeds(schedules),
  )('nothing typed or saved is lost, and nobody is asked without a cause: schedules from %s on', async (first) => {
    for (let seed = first; seed < first + EACH; seed++) {
      const found = await simulate(seed);
      if (found.length > 0) expect(found, await recordOf(simulate, command, seed)).toEqual([]);
    }
  });
});
