import { describe, expect, it } from 'vitest';
import type { Simulate } from '../../../support/schedules.ts';
import { runs } from '../../../support/soak.ts';
import { simulateMenus, simulateSettings, simulateTexts, simulateThemes } from './world/simulate.ts';

/** Schedules that the gate simulates, from seed 1 on, and those of `npm run test:soak`; of menus and settings fewer. */
const SCHEDULES = runs(500, 200_000);
const OF_OBJECTS = runs(250, 200_000);
/**
 * Schedules behind them that show a fault which the first ones do not show. Fourteen faults were put into `src/studio/unsaved/` one at a time:
 * drafts are not kept, a failed save is told as done, a merge drops a side, locks or earlier sends are forgotten, an older answer is taken.
 * What the first 1,500 (500) schedules show of them, these of the gate show, too.
 */
const FOUND_LATER = { themes: [] as number[], texts: [537, 1058], menus: [427], settings: [288] };
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

async function expectNothingWrong(simulate: Simulate, command: string, seed: number): Promise<void> {
  const found = await simulate(seed);
  if (found.length > 0) expect(found, await recordOf(simulate, command, seed)).toEqual([]);
}

describe.each([
  ['a theme', simulateThemes, 'node test/src/studio/unsaved/world/main.ts', SCHEDULES, FOUND_LATER.themes],
  [
    'a page of a site',
    simulateTexts,
    'WORLD=texts node test/src/studio/unsaved/world/main.ts',
    SCHEDULES,
    FOUND_LATER.texts,
  ],
  [
    'the menus of a site',
    simulateMenus,
    'WORLD=menus node test/src/studio/unsaved/world/main.ts',
    OF_OBJECTS,
    FOUND_LATER.menus,
  ],
  [
    'a tab of the settings of a site',
    simulateSettings,
    'WORLD=settings node test/src/studio/unsaved/world/main.ts',
    OF_OBJECTS,
    FOUND_LATER.settings,
  ],
] as const)('whatever befalls pages, browsers and the platform that has %s', (_, simulate, command, schedules, later) => {
  it.each(
    firstSeeds(schedules),
  )('nothing typed or saved is lost, and nobody is asked without a cause: schedules from %s on', async (first) => {
    for (let seed = first; seed < first + EACH; seed++) await expectNothingWrong(simulate, command, seed);
  });

  it.each(later)('nor in schedule %s, which has shown a fault', async (seed) => {
    await expectNothingWrong(simulate, command, seed);
  });
});
