import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../support/client.ts';
import { LINE_PATHS, LinesWorld, UNNAMED } from '../../../support/lines-world.ts';
import { beMortal, type Cut, type Mishap } from '../../../support/mortal.ts';
import { startTestProgram, type TestProgram } from '../../../support/program.ts';
import { SEED } from '../../../support/seed.ts';
import { IS_SOAK, runs } from '../../../support/soak.ts';

const STORIES = runs(1, 40);
const STEPS = runs(24, 60);

/** Every so many-th operation of a command is looked at, others with every seed. */
const STRIDE = IS_SOAK ? 1 : 40;

let vitrine: TestProgram;
let end: () => void;
beforeAll(async () => {
  vitrine = await startTestProgram();
  end = beMortal();
});
afterAll(async () => {
  end();
  await vitrine.close();
});

const who = fc.constantFrom(0 as const, 1 as const);
const which = fc.nat(7);
/** What others do on the service: of `publish` and `delete` which theme, `revenir` and `brouillon` go by the site. */
const there = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('publish' as const), which }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('delete' as const), which }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('draft' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('goBack' as const) }) },
);
const edit = fc.record({
  does: fc.constantFrom('save' as const, 'save' as const, 'save' as const, 'remove' as const),
  who,
  path: fc.constantFrom(...LINE_PATHS),
});
const calmCommand = fc.record({ does: fc.constant('run' as const), who, command: fc.constantFrom(...UNNAMED) });
const mishap = fc.record({
  when: fc.oneof(
    { weight: 2, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    { weight: 1, arbitrary: fc.constantFrom('before-sending' as const, 'before-writing' as const) },
  ),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('kill' as const, 'kill-in-the-middle' as const) },
    { weight: 3, arbitrary: fc.oneof(there, there, calmCommand, edit) },
  ),
});
const cut: fc.Arbitrary<Cut> = fc.record({
  at: fc.integer({ min: 1, max: 6 }),
  when: fc.constantFrom('before' as const, 'in-the-answer' as const, 'after' as const),
  forGood: fc.boolean(),
});
const command = fc.record({
  ...{ does: fc.constant('run' as const), who, command: fc.constantFrom(...UNNAMED) },
  mishaps: fc.array(mishap, { maxLength: 2 }),
  cuts: fc.array(cut, { maxLength: 1 }),
});
const begin = fc.record({ does: fc.constant('begin' as const), who, which });
const step = fc.oneof(
  { weight: 4, arbitrary: edit },
  { weight: 6, arbitrary: command },
  { weight: 3, arbitrary: there },
  { weight: 2, arbitrary: begin },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
type Calm = typeof calmCommand extends fc.Arbitrary<infer Value> ? Value : never;

async function happens(world: LinesWorld, act: Step | Calm): Promise<unknown> {
  switch (act.does) {
    case 'save':
    case 'remove':
      return world[act.does](act.who, act.path);
    case 'publish':
    case 'delete':
      return world[act.does](act.which);
    case 'draft':
      return world.openDraft();
    case 'goBack':
      return world.goBack();
    case 'begin':
      return world.beginFolder(act.who, act.which);
    case 'run':
      return commanded(world, act);
  }
}

async function commanded(world: LinesWorld, act: Calm | Extract<Step, { does: 'run' }>): Promise<unknown> {
  // A second command of the same folder would wait for the first one, in the middle of which this happens.
  const free = ([act.who, act.who === 0 ? 1 : 0] as const).find((one) => !world.isBusy(one));
  if (free === undefined) return;
  const { mishaps = [], cuts = [] } = 'mishaps' in act ? act : {};
  const placed = mishaps.map(({ when, what }): Mishap => {
    const at = typeof when === 'string' ? when : 1 + Math.floor(when * world.usualOperations(free));
    return { at, what: typeof what === 'string' ? what : { meanwhile: () => happens(world, what) } };
  });
  return world.run(free, act.command, placed, cuts);
}

it('no file of one line of descent reaches another that nobody names, nothing leaves a folder but to its trash, and nobody writes for visitors', async () => {
  const story = fc.array(step, { minLength: STEPS, maxLength: STEPS });
  const property = fc.asyncProperty(fc.boolean(), story, async (isCrossed, steps) => {
    const world = await LinesWorld.begin(await createClient(vitrine), `http://127.0.0.1:${vitrine.port}`, isCrossed);
    for (const step of steps) {
      await happens(world, step);
      await world.expectApart();
    }
  });
  await fc.assert(property, { numRuns: STORIES, endOnFailure: true });
}, 600_000);

it('what a named theme replaces in a folder is in its trash, wherever the command dies', async () => {
  for (let at = 1 + (SEED % STRIDE); ; at += STRIDE) {
    const world = await LinesWorld.begin(await createClient(vitrine), `http://127.0.0.1:${vitrine.port}`, false);
    // Of the two drafts and the published theme this one is the working draft, which is gone when the folder leaves it.
    await world.beginFolder(0, 1);
    const marks = LINE_PATHS.map((path) => world.save(0, path));
    await world.run(0, 'pousser', [], []);
    await world.delete(1);
    await world.move(0, [{ at, what: 'kill' }]);
    await world.move(0);
    for (const mark of marks) expect([at, world.has(0, mark)]).toEqual([at, true]);
    if (at > world.usualOperations(0)) return;
  }
}, 120_000);
