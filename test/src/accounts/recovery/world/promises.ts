/** What has to hold in the world of recovery (docs/decisions/recovery.md): always, and once the owner has taken the account back. */
import { matchOf } from '../../../../../src/accounts/password.ts';
import { contactAddress } from '../../../../../src/mail/contact.ts';
import { findCredentials, type MemberRole } from '../../../../../src/storage/accounts.ts';
import { findOperator } from '../../../../../src/storage/operators.ts';
import { fingerprintOf } from '../../../../../src/text/fingerprint.ts';
import { PROVEN_ACTS } from './acts.ts';
import { type Deed, isCovered, type Person } from './people.ts';
import type { World } from './world.ts';

const rolesOn = async (world: World): Promise<Map<string, MemberRole>> => {
  const rows = await world.sql<{ id: string; role: MemberRole }>(
    'SELECT compte_id AS id, role FROM membres WHERE site_id = $1',
    [world.siteId],
  );
  const names = new Map([...world.accounts].map(([name, id]) => [id, name]));
  return new Map(rows.map(({ id, role }) => [String(names.get(id)), role]));
};

const intruders = ({ intruder, thief, reader }: World): readonly Person[] => [intruder, thief, reader];

/** What a deed shows at once. @param wasMailed whether mail went out when the deed began */
export async function judgeDeed(world: World, deed: Deed, wasMailed: boolean): Promise<void> {
  const { who, what, shown } = deed;
  if (who.side === 'intruder' && wasMailed && shown === 'nothing' && PROVEN_ACTS.has(what)) {
    world.wrong(`${who.name} did ${what} with a password or a session alone`);
  }
  if (deed.isOver) world.wrong(`${who.name} did ${what} in a session that is over`);
  if (![...(await rolesOn(world)).values()].includes('proprietaire')) world.wrong('the site has no owner');
  const other = await world.sql(
    `SELECT FROM sites s WHERE NOT EXISTS (SELECT 1 FROM membres m WHERE m.site_id = s.id AND m.role = 'proprietaire')`,
  );
  if (other.length > 0) world.wrong('a site has no owner');
  await judgeOperator(world);
  if (world.hasOlderFactor && !world.hasRemovedFactor) await judgeReader(world);
}

/** An operator's mark counts with a factor alone that stood before it, and not after a recovery. */
export async function judgeOperator(world: World): Promise<void> {
  for (const who of [world.owner, ...intruders(world)]) {
    for (const secret of who.sessions) {
      // The unlocked session of the owner has shown what the owner has.
      if (who !== world.owner && world.owner.sessions.includes(secret)) continue;
      if (!(await findOperator(world.db, fingerprintOf(secret)))) continue;
      const { application } = who;
      const madeAt = application?.deed?.beganAt ?? (application ? 0 : Number.POSITIVE_INFINITY);
      if (world.markedAt === null || madeAt > world.markedAt)
        world.wrong(`${who.name} is an operator by a factor that is younger than the mark`);
      if (world.markSleepsFrom !== null) world.wrong(`${who.name} is an operator after a recovery`);
    }
  }
}

/** Whoever has the mailbox and not the older factor gets no session, and takes no factor away. */
async function judgeReader(world: World): Promise<void> {
  const { reader, owner } = world;
  if (reader.sessions.length > 0) world.wrong('the reader of the mailbox has a session');
  const hasFactor = (await world.sql('SELECT FROM generateurs WHERE confirme_le IS NOT NULL')).length > 0;
  if (owner.application && !hasFactor && !world.hasRemovedFactor) world.wrong('the factor of the owner is gone');
}

/** What can be seen of the account from outside, to be compared. */
export const stateOf = async (world: World): Promise<string> => {
  const parts = await Promise.all([
    world.sql('SELECT email, exploitant_dort FROM comptes WHERE id = $1', [world.accountId]),
    world.sql('SELECT compte_id, role FROM membres ORDER BY site_id, compte_id'),
    world.sql('SELECT id FROM cles WHERE revoquee_le IS NULL ORDER BY id'),
    world.sql('SELECT secret FROM generateurs'),
    world.sql('SELECT id FROM invitations ORDER BY id'),
    world.sql('SELECT site_id FROM transmissions'),
  ]);
  return JSON.stringify(parts);
};

/** Nothing opens the account that opened it before: no password, no session. */
export async function judgeClosed(world: World): Promise<void> {
  const account = await findCredentials(world.db, { accountId: world.accountId });
  for (const { name, password, sessions } of [world.owner, ...intruders(world)]) {
    if (password !== null && (await matchOf(account?.mot_de_passe, password)))
      world.wrong(`the password of ${name} outlives the recovery`);
    for (const secret of sessions) {
      if (await world.services.sessions.isLive(world.db, secret))
        world.wrong(`a session of ${name} outlives the recovery`);
    }
  }
}

/** What holds once the owner has undone what was done since a time. */
export async function judgeRecovery(world: World, since: number): Promise<void> {
  const factors = (await world.sql('SELECT FROM generateurs WHERE confirme_le IS NOT NULL')).length;
  for (const { name, application } of intruders(world)) {
    const { deed = null } = application ?? {};
    if (deed && isCovered(deed, since) && factors > 0 && world.owner.application === null)
      world.wrong(`the factor of ${name} outlives the recovery`);
  }
  if (world.owner.application?.deed === null && factors === 0 && !world.hasRemovedFactor)
    world.wrong('an older factor of the owner is gone');

  const keys = new Set(
    (await world.sql<{ empreinte: string }>('SELECT empreinte FROM cles WHERE revoquee_le IS NULL')).map(
      ({ empreinte }) => empreinte,
    ),
  );
  for (const { secret, id, deed } of world.keys) {
    const isLive = keys.has(fingerprintOf(secret));
    if (isLive && world.ended.has(id)) world.wrong('an ended key has come back');
    if (isLive && deed && isCovered(deed, since)) world.wrong(`a key of ${deed.who.name} outlives the recovery`);
    if (!isLive && !world.ended.has(id) && !world.undone.some((undone) => deed && isCovered(deed, undone.since)))
      world.wrong('a key that stood before, or was proven, is gone');
  }
  for (const { about, deed, secret } of world.invitations) {
    if (deed.who.side !== 'intruder' || !isCovered(deed, since)) continue;
    if (
      (await world.sql('SELECT FROM liens WHERE empreinte = $1 AND expire_le > now()', [fingerprintOf(secret)]))
        .length > 0
    )
      world.wrong(`an invitation of ${about} outlives the recovery`);
  }
  if (world.lastWish && isCovered(world.lastWish, since) && (await world.sql('SELECT FROM transmissions')).length > 0) {
    world.wrong('a wish to hand the site over outlives the recovery');
  }
  await judgeContact(world, since);
  await judgeDeletion(world);
  await judgeRoles(world, since);
}

/** Messages go where the account's own people want them; where an undone address was given twice, to the owners. */
async function judgeContact(world: World, since: number): Promise<void> {
  const given = world.contacts;
  const foreign = given.filter(({ isLegit }) => !isLegit);
  const address = await contactAddress(world.db, world.siteId);
  if (!foreign.every(({ deed }) => isCovered(deed, since))) return;
  if (foreign.length > 0 && address === foreign[0]?.address) {
    world.wrong('the contact address of an intruder outlives the recovery');
  }
  const own = given.filter(({ isLegit }) => isLegit);
  const isSure = own.every(({ deed }) => deed.shown !== 'nothing' && !deed.isBeside && !isCovered(deed, since));
  if (!isSure || foreign.length > 1 || foreign.some(({ deed }) => deed.isBeside)) return;
  if (address !== (own.at(-1)?.address ?? null))
    world.wrong(`messages go to ${address}, not to ${own.at(-1)?.address ?? 'the owners'}`);
}

/** What a password alone has deleted stays; what was proven goes. */
async function judgeDeletion(world: World): Promise<void> {
  const waiting = await world.sql('SELECT FROM comptes WHERE id = $1 AND efface_le IS NOT NULL', [world.accountId]);
  if (waiting.length > 0 && world.deletion === null) world.wrong('the account waits for a deletion that nobody wants');
  if (waiting.length === 0 && world.deletion) world.wrong('a proven deletion of the account is undone');
  const sites = await world.sql(
    'SELECT FROM sites s WHERE efface_le IS NOT NULL AND NOT EXISTS (SELECT 1 FROM comptes c WHERE c.efface_le = s.efface_le)',
  );
  if (sites.length > 0) world.wrong('a site waits for a deletion that nobody wants');
}

const BEFORE: Readonly<Record<string, MemberRole | null>> = {
  lea: 'proprietaire',
  bob: 'proprietaire',
  carole: 'editeur',
  complice: null,
};

/**
 * Each person has the role that the account's own people gave: where everything else is covered, and what they did themselves was proven. Of a person
 * about whom it is not so, nothing is promised.
 */
async function judgeRoles(world: World, since: number): Promise<void> {
  const roles = await rolesOn(world);
  const expected = new Map<string, MemberRole | null>(Object.entries(BEFORE));
  const unsure = new Set(world.touched);
  for (const { about, role, deed, isLegit } of world.grants) {
    const isChained = deed.what === 'accompliceActs';
    if (isLegit ? deed.shown === 'nothing' || deed.isBeside : !isChained && !isCovered(deed, since)) unsure.add(about);
    if (deed.isBeside) unsure.add(about);
    // What changed nothing at its time is noted nowhere.
    if (
      isLegit &&
      world.grants.some((other) => other.about === about && !other.isLegit && other.deed.endedAt < deed.beganAt)
    )
      unsure.add(about);
    if (isLegit) expected.set(about, role);
  }
  // Whether the accomplice was an owner by right decides about all that the accomplice did.
  if (unsure.has('complice') && world.grants.some(({ deed }) => deed.what === 'accompliceActs')) return;
  if (![...expected].some(([name, role]) => role === 'proprietaire' && !unsure.has(name))) return;
  for (const [name, role] of expected) {
    const has = roles.get(name) ?? null;
    if (!unsure.has(name) && has !== role)
      world.wrong(`${name} is ${has ?? 'no member'} after the recovery, not ${role ?? 'no member'}`);
  }
}
