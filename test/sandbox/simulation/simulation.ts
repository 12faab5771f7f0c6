/** The scheduler of the sandbox in a simulated world: clock, processors and render processes are virtual, and what befalls them comes from a seed. */
import type { RenderOutcome } from '../../../sandbox/index.ts';
import { TIME_LIMITS } from '../../../sandbox/limits.ts';
import type { RenderAttempt } from '../../../sandbox/web-process/render-attempt.ts';
import { afflict, besideOthers } from './troubles.ts';
import type { VirtualTheme } from './virtual-themes.ts';
import { actUntil, visit } from './visitors.ts';
import { World } from './world.ts';

/** For so long there is trouble, from and to, milliseconds. */
const TROUBLE_MS: readonly [number, number] = [1_500, 6_000];
/** In this part of the schedules it lasts longer, and other programs want the processors meanwhile. */
const LONG_TROUBLE_MS: readonly [number, number] = [20_000, 40_000];
const IS_LONG = 1 / 25;

/**
 * Runs the schedule of a seed: themes are visited, then the hostile ones come and trouble with them, then it ends.
 * @param tell takes what happens, a line each
 * @returns what must not have happened
 */
export async function simulate(
  seed: number,
  tell: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  const world = new World(seed, tell);
  const { random, machine, records, themes } = world;
  for (const theme of themes) if (theme.isInnocent) for (let page = 0; page < 3; page++) visit(world, theme);
  await machine.run(2_000);
  const isLong = random.chance(IS_LONG);
  const troubleMs = random.between(...(isLong ? LONG_TROUBLE_MS : TROUBLE_MS));
  const end = machine.now() + troubleMs;
  actUntil(world, end);
  afflict(world, troubleMs);
  if (isLong) besideOthers(world, troubleMs);
  await machine.run(end);
  await machine.goOn();
  records.tell('the trouble ends');
  machine.setLoad('none');
  world.startOf = () => world.usualStart();
  for (const process of world.living) process.isStuck = false;
  await settle(world);
  await checkThemes(world);
  await close(world);
  return records.violations;
}

/** What is late is refused or done; processes that hang are replaced; those on demand go. */
async function settle(world: World): Promise<void> {
  const { machine, records } = world;
  // A process that stands still is noticed by its silence.
  await machine.run(machine.now() + TIME_LIMITS.silenceMs + 500);
  await machine.run(machine.now() + 120_000, () => records.open === 0 && world.isAtRest);
  if (records.open > 0) records.violate(`${records.open} renders or analyses were never answered`);
  expectRest(world);
  records.endExcuses();
}

function expectRest({ isAtRest, records, renderer }: World): void {
  if (!isAtRest) records.violate(`the processes are not as before: ${JSON.stringify(renderer.report())}`);
}

/** Every theme has its pages, those of hostile authors once they have mended them; and quick ones are as quick as before. */
async function checkThemes(world: World): Promise<void> {
  const { records, themes } = world;
  for (const theme of themes) if (!theme.isInnocent) theme.save({ mends: true });
  for (const theme of themes) await expectPage(world, theme);
  // What a fault that is nobody's had thrown suspicion on has shown again that it can answer.
  for (const theme of themes) {
    if (theme.kind !== 'quick') continue;
    const queue = await expectPage(world, theme);
    if (queue !== 'fast') records.violate(`${theme.id} is rendered in the queue ${queue} after the trouble`);
  }
}

/** @returns the queue in which the page of a theme was rendered */
async function expectPage(world: World, theme: VirtualTheme): Promise<string | undefined> {
  const { machine, records } = world;
  const attempts: RenderAttempt[] = [];
  let outcome: RenderOutcome | undefined;
  visit(world, theme, attempts).then((one) => {
    outcome = one;
  });
  await machine.run(machine.now() + 5_000, () => outcome !== undefined);
  if (outcome?.outcome !== 'page')
    records.violate(`${theme.id} (${theme.kind}) is answered ${JSON.stringify(outcome)} after the trouble`);
  return attempts.at(-1)?.queue;
}

async function close(world: World): Promise<void> {
  const { machine, records, renderer } = world;
  await machine.run(machine.now() + 20_000, () => world.isAtRest);
  expectRest(world);
  const counted = Object.values(renderer.report().outcomes).reduce((sum, count) => sum + count, 0);
  if (counted !== records.answered) records.violate(`${records.answered} renders were answered, ${counted} counted`);
  let isClosed = false;
  renderer.close().then(() => {
    isClosed = true;
  });
  await machine.run(machine.now() + 10_000, () => isClosed);
  if (!isClosed || world.living.length > 0) records.violate('the renderer does not end');
}
