import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type Client, createClient } from '../../../support/client.ts';
import { beMortal, type Cut, type Mishap } from '../../../support/mortal.ts';
import { sharedProgram, type TestProgram } from '../../../support/program.ts';
import { SEED } from '../../../support/seed.ts';
import { IS_SOAK, runs } from '../../../support/soak.ts';
import { PATHS, ThemeWorld } from '../../../support/theme-world.ts';

const STORIES = runs(1, 10);
const STEPS = 100;
/** Of the operations of one exchange every so many-th is looked at, others with every seed. */
const STRIDE = IS_SOAK ? 1 : 10;

let vitrine: TestProgram;
let client: Client;
let end: () => void;
beforeAll(async () => {
  vitrine = await sharedProgram();
  client = await createClient(vitrine);
  end = beMortal();
});
afterAll(async () => {
  end();
  await vitrine.close();
});

const TURNS = ['before-sending', 'before-writing', 'before-replacing'] as const;
const path = fc.constantFrom(...PATHS);
/** Several at a time, so that what happens in the middle of an exchange concerns what it exchanges. */
const paths = fc.subarray([...PATHS], { minLength: 1 });
const who = fc.constantFrom(0 as const, 1 as const);
const seldom = fc.integer({ min: 0, max: 5 }).map((number) => number === 5);

const save = fc.record({ does: fc.constant('save' as const), who, paths, drops: seldom });
const remove = fc.record({ does: fc.constant('remove' as const), who, path });
const put = fc.record({ does: fc.constant('put' as const), paths, drops: seldom });
const erase = fc.record({ does: fc.constant('erase' as const), path });
const exchange = fc.record({
  does: fc.constantFrom('pull' as const, 'push' as const),
  who,
  /** What is saved just before, so that there is something to exchange: here for a push, there for a pull. */
  fresh: fc.subarray([...PATHS]),
  force: seldom,
  remove: fc.boolean(),
});
const resolve = fc.record({
  does: fc.constant('resolve' as const),
  who,
  /** What is saved on both sides just before, so that there is something to settle. */
  fresh: paths,
  way: fc.constantFrom('ici' as const, 'service' as const, 'marqueurs' as const),
});
/** Without it conflicts would pile up until nothing moves any more. */
const agree = fc.record({ does: fc.constant('agree' as const), who });
const act = fc.oneof(
  { weight: 4, arbitrary: save },
  { weight: 1, arbitrary: remove },
  { weight: 3, arbitrary: put },
  { weight: 1, arbitrary: erase },
  { weight: 6, arbitrary: exchange },
  { weight: 2, arbitrary: resolve },
);
type Path = (typeof PATHS)[number];
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
type Exchange = Extract<Act, { does: 'pull' | 'push' }>;
type Resolution = Extract<Act, { does: 'resolve' }>;

/** What befalls an exchange: after a part of its operations, or where it is too late to compare. */
const mishap = fc.record({
  when: fc.oneof(
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    { weight: 2, arbitrary: fc.constantFrom(...TURNS) },
  ),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('kill' as const, 'kill-in-the-middle' as const) },
    { weight: 1, arbitrary: fc.oneof(save, put, exchange) },
    // The same files are saved on the other side.
    { weight: 2, arbitrary: fc.constant('rival' as const) },
  ),
});
type Trouble = typeof mishap extends fc.Arbitrary<infer Value> ? Value : never;
const cut: fc.Arbitrary<Cut> = fc.record({
  at: fc.integer({ min: 1, max: 5 }),
  when: fc.constantFrom('before' as const, 'in-the-answer' as const, 'after' as const),
  forGood: fc.boolean(),
});
const step = fc.record({
  act: fc.oneof({ weight: 5, arbitrary: act }, { weight: 1, arbitrary: agree }),
  mishaps: fc.array(mishap, { maxLength: 2 }),
  cuts: fc.array(cut, { maxLength: 1 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const calmly = (act: Act): Step => ({ act, mishaps: [], cuts: [] });

async function happens(world: ThemeWorld, { act, mishaps, cuts }: Step): Promise<unknown> {
  switch (act.does) {
    case 'save':
      for (const path of act.paths) world.save(world.authors[act.who], path, act.drops);
      return;
    case 'remove':
      return world.remove(world.authors[act.who], act.path);
    case 'put':
      for (const path of act.paths) await world.put(path, act.drops);
      return;
    case 'erase':
      return world.erase(act.path);
    case 'agree':
      return world.agree(world.authors[act.who]);
    case 'resolve':
      return resolved(world, act, mishaps, cuts);
    default:
      return exchanged(world, act, mishaps, cuts);
  }
}

/** A second command of the same author would wait for the first one, in the middle of which this happens. */
const whoIsFree = (world: ThemeWorld, wanted: 0 | 1): 0 | 1 =>
  world.authors[wanted].isBusy ? (wanted === 0 ? 1 : 0) : wanted;

async function resolved(
  world: ThemeWorld,
  { who: wanted, way, fresh }: Resolution,
  mishaps: readonly Trouble[],
  cuts: readonly Cut[],
): Promise<unknown> {
  const who = whoIsFree(world, wanted);
  const author = world.authors[who];
  await happens(world, calmly({ does: 'save', who, paths: fresh, drops: false }));
  await happens(world, calmly({ does: 'put', paths: fresh, drops: false }));
  const rival = () => happens(world, calmly({ does: 'put', paths: [...PATHS], drops: false }));
  return world.resolve(author, way, placed(world, author, mishaps, rival), cuts);
}

/** What befalls a command, at which of its operations. */
const placed = (
  world: ThemeWorld,
  author: ThemeWorld['authors'][number],
  mishaps: readonly Trouble[],
  rival: () => Promise<unknown>,
): Mishap[] =>
  mishaps.map(({ when, what }): Mishap => {
    const at = typeof when === 'string' ? when : 1 + Math.floor(when * author.usualOperations);
    if (what === 'rival') return { at, what: { meanwhile: rival } };
    if (typeof what === 'string') return { at, what };
    return { at, what: { meanwhile: () => happens(world, calmly(what)) } };
  });

async function exchanged(
  world: ThemeWorld,
  { does, who: wanted, fresh, force, remove }: Exchange,
  mishaps: readonly Trouble[],
  cuts: readonly Cut[],
): Promise<unknown> {
  const who = whoIsFree(world, wanted);
  const author = world.authors[who];
  const saveHere = (paths: Path[]) => happens(world, calmly({ does: 'save', who, paths, drops: false }));
  const saveThere = (paths: Path[]) => happens(world, calmly({ does: 'put', paths, drops: false }));
  const [own, rival] = does === 'push' ? [saveHere, saveThere] : [saveThere, saveHere];
  await own(fresh);
  const befalls = placed(world, author, mishaps, () => rival([...PATHS]));
  return does === 'pull'
    ? world.pull(author, force, befalls, cuts)
    : world.push(author, { force, remove }, befalls, cuts);
}

describe('two authors and an editor of one theme', () => {
  it('lose no save, whatever connection or process is interrupted; have whole files at every moment, and the same files in the end', async () => {
    const story = fc.array(step, { minLength: STEPS, maxLength: STEPS });
    const property = fc.asyncProperty(story, async (steps) => {
      const world = await ThemeWorld.begin(client, `http://127.0.0.1:${vitrine.port}`);
      for (const step of steps) {
        await happens(world, step);
        world.expectWhole();
      }
      await world.settle();
      await world.expectAgreed();
      await world.expectNothingLost();
    });
    await fc.assert(property, { numRuns: STORIES, endOnFailure: true });
  }, 240_000);

  it.each([
    'push',
    'pull',
  ] as const)('lose nothing to a change in the middle of a %s of the same file', async (does) => {
    const world = await ThemeWorld.begin(client, `http://127.0.0.1:${vitrine.port}`);
    const [author] = world.authors;
    const path = PATHS[0];
    const edits = { here: async () => world.save(author, path, false), there: () => world.put(path, false) };
    const [before, meanwhile] = does === 'push' ? [edits.here, edits.there] : [edits.there, edits.here];
    for (let at = 1 + (SEED % STRIDE); at < author.usualOperations; at += STRIDE) {
      await before();
      const mishaps = [{ at, what: { meanwhile } }];
      await (does === 'push'
        ? world.push(author, { force: false, remove: false }, mishaps)
        : world.pull(author, false, mishaps));
      await world.agree(author);
    }
    await world.expectNothingLost();
  });
});
