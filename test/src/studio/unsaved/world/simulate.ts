/** The model of unsaved work in a simulated world: what people do, and what befalls them, comes from a seed. */

import type { VirtualMachine } from '../../../../sandbox/simulation/virtual-machine.ts';
import type { Simulate } from '../../../../support/schedules.ts';
import { wordsIn } from './marks.ts';
import { MENUS, type Played, SETTINGS, TEXTS, THEME } from './played.ts';
import { textDeed } from './text-deeds.ts';
import type { Texts } from './texts.ts';
import { World } from './world.ts';
import type { WorldBrowser } from './world-browser.ts';
import { WorldPage } from './world-page.ts';

/** So many things are done in a schedule, from and to. */
const DEEDS: readonly [number, number] = [15, 45];

/** Schedules with a theme, with a page or an article of a site in turn, and with the menus and the settings of a site. */
export const simulateThemes: Simulate = (seed, tell) => simulate(THEME, seed, tell);
export const simulateMenus: Simulate = (seed, tell) => simulate(MENUS, seed, tell);
export const simulateSettings: Simulate = (seed, tell) => simulate(SETTINGS, seed, tell);
export const simulateTexts: Simulate = (seed, tell) => simulate(TEXTS[seed % 2 === 0 ? 0 : 1], seed, tell);

/**
 * Runs the schedule of a seed, then heals the world, has everybody save and answer, and opens pages until no draft is left.
 * @param tell takes what happens, a line each
 * @returns what must not have happened
 */
async function simulate(
  played: Played,
  seed: number,
  tell: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  const world = new World<WorldPage>(played, seed, tell);
  const { random, machine } = world;
  open(world);
  const deeds = random.integer(...DEEDS);
  for (let deed = 0; deed < deeds; deed++) {
    await pass(machine, machine.now() + pauseOf(world));
    const page = world.pages.length > 0 ? random.oneOf(world.pages) : null;
    if (!page && world.platform.isDeleted) world.tell(world.platform.turn());
    else if (!page) open(world);
    else if (random.chance(0.8)) act(world, page);
    else befall(world, page);
    world.check('meanwhile');
  }
  await settle(world);
  return world.violations;
}

const pauseOf = ({ random }: World<WorldPage>): number =>
  random.chance(0.5) ? random.between(0, 25) : random.chance(0.8) ? random.between(0, 400) : random.between(400, 5_000);

/** @param ended the page that the tab has shown before */
function openPage(
  world: World<WorldPage>,
  browser: WorldBrowser,
  account: string,
  isReviewed: boolean,
  ended: string | null = null,
): WorldPage {
  const page = new WorldPage(world, browser, account, isReviewed, ended);
  world.enter(page);
  page.tell(`is opened in ${browser.name} by ${account}, ${isReviewed ? 'with code' : 'with forms'}`);
  void page.open();
  return page;
}

function open(world: World<WorldPage>): void {
  const { random } = world;
  openPage(world, random.oneOf(world.browsers), random.chance(0.75) ? 'ada' : 'bob', reviews(world));
}

const reviews = ({ random, played }: World<WorldPage>): boolean => played.hasCode && random.chance(0.5);

const anyPath = ({ random, played: { texts } }: World<WorldPage>): string =>
  random.chance(0.6) ? (texts.paths[0] as string) : random.oneOf(texts.paths);

/** What the person before a page does. */
function act(world: World<WorldPage>, page: WorldPage): void {
  const { random, played } = world;
  const deed = random.next();
  const path = anyPath(world);
  if (!page.isReady) void page.open();
  else if (played.hasActs && random.chance(0.12)) textDeed(random, page);
  else if (deed < 0.4) page.type(path);
  else if (deed < 0.45) page.undo(path);
  else if (deed < 0.47) page.revert(path);
  else if (deed < 0.49 && played.isRemovable) page.remove(path);
  else if (deed < 0.51 && played.hasCode) page.rename(path, random.oneOf(played.texts.fresh));
  else if (deed < 0.76) void page.save();
  else if (deed < 0.86) void page.look();
  else if (deed < 0.89) void page.compare(path);
  else {
    page.answer();
    if (random.chance(0.5)) void page.save();
  }
}

/** What befalls a page, its browser, or the document. */
function befall(world: World<WorldPage>, page: WorldPage): void {
  const { random, platform } = world;
  const { browser, account, isReviewed } = page;
  const deed = random.next();
  if (deed < 0.35) writeElsewhere(world, anyPath(world));
  else if (deed < 0.43) world.tell(platform.turn());
  else if (deed < 0.45 && random.chance(0.3)) {
    platform.delete();
    world.tell('the document is deleted');
  } else if (deed < 0.6) {
    const isCrash = random.chance(0.5);
    page.tell(isCrash ? 'crashes' : 'is reloaded');
    if (isCrash) page.crash();
    else page.end();
    if (random.chance(0.7) && !platform.isDeleted) openPage(world, browser, account, isReviewed, page.name);
  } else if (deed < 0.8) {
    if (world.pages.length < 4 && !platform.isDeleted) open(world);
  } else if (deed < 0.87) browser.isSignedIn = !browser.isSignedIn;
  else if (deed < 0.95) browser.isSignedIn = true;
}

/** Somebody else writes a file: a word more, a word less, or nothing at all any more. */
function writeElsewhere(world: World<WorldPage>, path: string): void {
  const { random, platform, marks, machine, tell } = world;
  const { texts } = world.played;
  const text = platform.files.get(path);
  const deed = random.next();
  const last = wordsIn(text).at(-1);
  if (!platform.isThere) return;
  const beneath = platform.beneath(path);
  if (beneath !== null && random.chance(0.3)) {
    // Versions keep what work in progress takes the place of.
    platform.putBeneath(path, texts.typed(random, path, beneath, marks.make('somebody', machine.now())));
    tell(`somebody writes ${path} beneath the work in progress`);
    return;
  }
  if (text === undefined || deed < 0.7) {
    const word = marks.make('somebody', machine.now());
    const put = (texts.hostile && random.chance(0.15) ? texts.hostile : texts.typed) as Texts['typed'];
    const after = put(random, path, text ?? '', word);
    marks.want(word, after);
    if (!platform.put(path, after)) marks.giveUp(after, text, 'refused');
  } else if (deed < 0.85) {
    if (last !== undefined) platform.put(path, texts.without(path, text, last));
  } else platform.put(path, null);
  tell(`somebody writes ${path}`);
}

/** Everybody saves and answers; then pages are opened until nothing is left of those that have ended. */
async function settle(world: World<WorldPage>): Promise<void> {
  const { machine, browsers, platform } = world;
  // What is under way ends as it may.
  await pass(machine, machine.now() + 8_000);
  world.heal();
  await pass(machine, machine.now() + 10_000);
  world.isHealed = true;
  if (platform.isDeleted) return world.check('when the document is gone');
  for (const page of world.pages) await finish(world, page);
  for (const page of world.pages) {
    await end(world, page);
  }
  for (let round = 0; round < 12; round++) {
    for (const browser of browsers) {
      for (const account of ['ada', 'bob']) {
        if (browser.databaseOf(account).drafts.size === 0) continue;
        const page = openPage(world, browser, account, reviews(world));
        await finish(world, page);
        await end(world, page);
      }
    }
  }
  const left = browsers.flatMap(({ databases }) => databases.flatMap(({ drafts }) => [...drafts.keys()]));
  if (left.length > 0) world.violate(`these drafts stay for ever: ${left.join('; ')}`);
  world.check('at the end');
}

/** A page that has saved everything leaves nothing. */
async function end({ machine }: World<WorldPage>, page: WorldPage): Promise<void> {
  const hasSaved = page.work.changes.size === 0;
  page.end();
  await pass(machine, machine.now() + 200);
  const left = [...page.database.drafts.values()].filter(
    (draft) => draft.page === page.name && draft.sent?.length === 0,
  );
  if (hasSaved && left.length > 0) page.violate(`leaves drafts of ${left.map(({ path }) => path).join(', ')}`);
}

async function finish(world: World<WorldPage>, page: WorldPage): Promise<void> {
  const { machine } = world;
  await pass(machine, machine.now() + 300);
  if (!page.isReady) void page.open();
  await pass(machine, machine.now() + 1_000);
  if (!page.isReady) return page.violate('does not open');
  for (let round = 0; round < 8; round++) {
    void page.look();
    await pass(machine, machine.now() + 2_000);
    page.answer();
    void page.save();
    await pass(machine, machine.now() + 4_000);
    if (page.saves > 0) return page.violate('saves for ever');
    if (page.work.changes.size === 0) break;
  }
  if (page.work.changes.size > 0) page.violate(`cannot save ${[...page.work.changes.keys()].join(', ')}`);
  void page.look();
  await pass(machine, machine.now() + 2_000);
  const writes = page.connection.writes;
  // A page of a new text in which nothing is written asks nothing.
  if (page.isOfNewText) return;
  for (const path of world.played.texts.paths) {
    const text = page.textOf(path);
    if (page.work.follows(path) && (text ?? null) !== (world.platform.files.get(path) ?? null))
      page.violate(`shows another ${path} than is stored`);
  }
  if (page.connection.writes > writes) page.violate('writes by itself');
}

/** Lets time pass once all that was asked for has begun: what asks the platform nothing first begins without an event. */
async function pass(machine: VirtualMachine, untilMs: number): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await machine.run(untilMs);
}
