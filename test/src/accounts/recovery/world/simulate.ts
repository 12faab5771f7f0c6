import { Random } from '../../../../support/random.ts';
import { ACTS, EVENTS, giveOwnerFactor, useUndoLink } from './acts.ts';
import type { Deed, Person } from './people.ts';
import { judgeClosed, judgeDeed, judgeOperator, judgeRecovery, stateOf } from './promises.ts';
import { type MailedLink, openPlace, type Place, World } from './world.ts';

const STEPS = 14;
/** For so many steps no mail goes out in some schedules: what is done then is weakly proven. */
const QUIET_STEPS = 7;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Links that undo work this long, and no day longer. */
const LINK_DAYS = 30;

type Doing = readonly [who: Person, what: string];

/** One schedule of a world on a database of its own. @returns what must not have happened */
async function simulate(
  place: Place,
  seed: number,
  tell: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  const random = new Random(seed);
  const world = new World(place, random, tell);
  await world.begin();
  await cast(world);
  for (let step = 0; step < STEPS && world.violations.length === 0; step++) {
    await world.sql('DELETE FROM tentatives');
    if (random.chance(0.15)) await world.moveClock(random.oneOf([HOUR_MS, 2 * DAY_MS, 20 * DAY_MS]));
    if (step === QUIET_STEPS && world.startsQuiet) world.isMailed = true;
    const doing = choose(world);
    const beside = random.chance(0.2) ? choose(world) : null;
    const all = beside ? [doing, beside] : [doing];
    const wasMailed = world.isMailed;
    const done = await Promise.all(all.map(([who, what]) => run(world, who, what, beside !== null)));
    await world.deliver();
    for (const deed of done) if (deed) await judgeDeed(world, deed, wasMailed && world.isMailed);
  }
  if (world.violations.length === 0) await recover(world);
  return world.violations;
}

/** Who is there, and with what. */
async function cast(world: World): Promise<void> {
  const { random, owner, thief } = world;
  if (random.chance(0.4)) {
    await giveOwnerFactor(world);
    world.hasOlderFactor = true;
  }
  const signedIn = await run(world, owner, 'signIn', false);
  if (signedIn && random.chance(0.4)) thief.sessions.push(String(owner.sessions.at(-1)));
  if (random.chance(0.5)) await run(world, owner, 'makeKey', false);
  await world.deliver();
  world.inbox.length = 0;
  await world.moveClock(DAY_MS);
  if (!random.chance(0.35)) return;
  // An intruder has come in already, of which the owner has got a message.
  await run(world, world.intruder, 'signIn', false);
  await world.deliver();
  world.isMailed = false;
  world.startsQuiet = true;
}

function choose(world: World): Doing {
  const { random, owner, intruder, thief, reader } = world;
  const isLost = world.grants.findLast(({ about }) => about === 'complice')?.role === 'proprietaire';
  if (isLost && random.chance(0.3)) return [owner, 'accompliceActs'];
  if (random.chance(0.25)) return [owner, random.oneOf(Object.keys(EVENTS))];
  const people = [
    owner,
    intruder,
    intruder,
    ...(thief.sessions.length > 0 ? [thief] : []),
    ...(world.hasOlderFactor ? [reader] : []),
  ];
  const who = random.oneOf(people);
  // An owner who always changes the password first has nothing to take back.
  if (who === owner && random.chance(0.3)) return [owner, random.oneOf(['giveRole', 'makeKey', 'handOver'])];
  if (who.sessions.length === 0 && who.password !== null && random.chance(0.7)) return [who, 'signIn'];
  return [who, random.oneOf(Object.keys(ACTS))];
}

async function run(world: World, who: Person, what: string, isBeside: boolean): Promise<Deed | null> {
  const act = ACTS[what] ?? EVENTS[what];
  if (!act) throw new Error(`nobody can do ${what}`);
  const deed = await world.does(who, what, (one) => act(world, who, one), { isBeside });
  if (deed && what === 'removeFactor') world.hasRemovedFactor = true;
  return deed;
}

/** The owner takes the account back by the oldest link that works, perhaps while somebody does something; a second use does no more. */
async function recover(world: World): Promise<void> {
  const { owner, random } = world;
  await world.deliver();
  const now = await world.now();
  const ages = world.undoLinksFor(owner).map((link) => ({ link, days: (now - link.since) / DAY_MS }));
  for (const { link } of ages.filter(({ days }) => days > LINK_DAYS + 1).slice(0, 1)) {
    const used = await world.does(
      owner,
      'uses a link that is over',
      async () => void (await useUndoLink(world, owner, link)),
    );
    if (used) world.wrong('a link works after its thirty days');
  }
  const [account] = await world.sql<{ email: string }>('SELECT email FROM comptes WHERE id = $1', [world.accountId]);
  const former = ages.find(({ link, days }) => link.to !== account?.email && days < LINK_DAYS - 1);
  // Undoes a change that was weakly proven, or nothing.
  if (former && random.chance(0.5)) {
    await world.does(
      owner,
      'uses a link to a former address',
      async () => void (await useUndoLink(world, owner, former.link)),
    );
    return;
  }
  const standing = ages.filter(({ days }) => days < LINK_DAYS - 1).map(({ link }) => link);
  const link = standing.toSorted((a, b) => a.since - b.since).at(0);
  if (!link) return;
  const rival = random.chance(0.4) ? choose(world) : null;
  await world.sql('DELETE FROM tentatives');
  // Another link may give the account another password at the same time.
  const opensMore = ['takeBack', 'forget'].includes(rival?.[1] ?? '');
  let hasUndone = false;
  const [took] = await Promise.all([
    world.does(owner, 'takes the account back', async () => {
      hasUndone = await useUndoLink(world, owner, link, () => (opensMore ? Promise.resolve() : judgeClosed(world)));
    }),
    rival && run(world, ...rival, true),
  ]);
  await world.deliver();
  if (!took) return judgeRefusal(world, link, rival !== null);
  // Done before, by an older link perhaps, since which much may have happened.
  if (!hasUndone || opensMore) return;
  await judgeRecovery(world, link.since);
  await judgeSecondUse(world, link);
  await judgeReturn(world);
}

/** Only another link that undid the same, or a password that was set beside, keeps an owner from it. */
async function judgeRefusal(world: World, link: MailedLink, isBeside: boolean): Promise<void> {
  const [account] = await world.sql<{ email: string }>('SELECT email FROM comptes WHERE id = $1', [world.accountId]);
  // The account may have left the address for good.
  if (!isBeside && account?.email === link.to && world.undone.every(({ since }) => since > link.since))
    world.wrong('a link that should work is refused');
}

async function judgeSecondUse(world: World, link: MailedLink): Promise<void> {
  const before = await stateOf(world);
  await world.does(world.owner, 'uses the link again', async () => {
    if (await useUndoLink(world, world.owner, link)) world.wrong('a link works twice');
  });
  if ((await stateOf(world)) !== before) world.wrong('a second use has changed something');
}

/** The owner comes in with the new password, with the older factor where there is one. */
async function judgeReturn(world: World): Promise<void> {
  const { owner } = world;
  const isShutOut = (await run(world, owner, 'signIn', false)) === null;
  const stands = world.deeds.some(({ what, who }) => what === 'addFactor' && who.side === 'intruder');
  if (isShutOut && !stands) world.wrong('the owner is shut out');
  await judgeOperator(world);
}

/** @param url of a migrated database that nobody else uses @returns runs schedules on it */
export async function recoveryWorld(url: string) {
  const place = await openPlace(url);
  return {
    simulate: (seed: number, tell?: (line: string) => void) => simulate(place, seed, tell),
    end: () => place.end(),
  };
}
