/** What people do in the world of recovery, with what they have. */
import { endAccount, keepAccount } from '../../../../../src/accounts/account-end.ts';
import { askForAddress, changeAddress } from '../../../../../src/accounts/change-of-address.ts';
import { agreeToMessages, giveContact } from '../../../../../src/accounts/contact-address.ts';
import { askForPassword, setPassword } from '../../../../../src/accounts/forgotten-password.ts';
import { acceptInvitation, invite } from '../../../../../src/accounts/invitations.ts';
import { createKey, endKey } from '../../../../../src/accounts/keys.ts';
import { SecondFactorNeeded } from '../../../../../src/accounts/login.ts';
import * as members from '../../../../../src/accounts/members.ts';
import { askForCode, proveByCode } from '../../../../../src/accounts/proof/mailed-code.ts';
import {
  type OwnSession,
  PROOF_SECONDS,
  proofKindOf,
  proveByFactor,
  proveByPassword,
} from '../../../../../src/accounts/proof/proof.ts';
import { undo } from '../../../../../src/accounts/recovery/undo.ts';
import { finishSecondStep } from '../../../../../src/accounts/second-factor/second-step.ts';
import {
  beginGenerator,
  confirmFirstCode,
  removeGenerator,
} from '../../../../../src/accounts/second-factor/security.ts';
import { replaceSettings } from '../../../../../src/content/settings.ts';
import { ofAccount } from '../../../../../src/journal/doers.ts';
import { CONTACT_PATH, contactAddress } from '../../../../../src/mail/contact.ts';
import { type MemberRole, markOperator } from '../../../../../src/storage/accounts.ts';
import { findWhetherFactor } from '../../../../../src/storage/second-factors.ts';
import { oneTimeCode } from '../../../../support/one-time-code.ts';
import { type Deed, isCovered, type Person } from './people.ts';
import { addressOf, CannotDo, type MailedLink, type Other, type World } from './world.ts';

const ROLES: readonly MemberRole[] = ['proprietaire', 'editeur', 'lecteur'];
let passwords = 0;
const freshPassword = () => `mot de passe numéro ${++passwords}`;

/** Where somebody is. */
const placeOf = ({ name, passes }: Person) => ({ address: `192.0.2.${name.length}`, passes });

async function emailOf(world: World): Promise<string> {
  const [row] = await world.sql<{ email: string }>('SELECT email FROM comptes WHERE id = $1', [world.accountId]);
  return String(row?.email);
}

/** The newest session of the account that a person has; now and then one that is over. @throws CannotDo */
async function sessionOf(world: World, who: Person, deed: Deed): Promise<OwnSession> {
  const triesOver = world.random.chance(0.2);
  for (const secret of who.sessions.toReversed()) {
    const isLive = await world.services.sessions.isLive(world.db, secret);
    if (!isLive && !triesOver) continue;
    if (!isLive) deed.isOver = true;
    return { accountId: world.accountId, secret };
  }
  throw new CannotDo('no session');
}

/** The world's clock has no steps of thirty seconds: each code is new. */
const codeOf = async (world: World, secret: string): Promise<string> => {
  await world.sql('UPDATE generateurs SET dernier_pas = 0');
  return oneTimeCode(secret);
};

/** What a factor of a person counts as. */
const asShown = ({ application }: Person): Deed['shown'] => application?.deed ?? 'factor';

async function signIn(world: World, who: Person, deed: Deed): Promise<void> {
  const { password } = who;
  if (password === null) throw new CannotDo('no password');
  const email = await emailOf(world);
  const browser = { ...placeOf(who), userAgent: who.name, previous: undefined };
  try {
    const opened = await world.login.open({ email, password, ...browser });
    who.sessions.push(opened.secret);
    who.passes = opened.passes;
  } catch (error) {
    if (!(error instanceof SecondFactorNeeded) || !who.application) throw error;
    const shown = { code: await codeOf(world, who.application.secret) };
    const opened = await finishSecondStep(world.services, error.secret, shown, browser);
    who.sessions.push(opened.secret);
    who.passes = opened.passes;
    deed.shown = asShown(who);
    await noteProof(world, opened, deed);
  }
}

/** Proves in a session what the person can prove at most. */
async function prove(world: World, who: Person, own: OwnSession, deed: Deed): Promise<void> {
  const { services } = world;
  const place = placeOf(who);
  const account = { id: world.accountId, isConfirmed: true };
  const kind = await proofKindOf(services, world.db, account);
  if (kind === 'facteur' && who.application) {
    await proveByFactor(services, own, { code: await codeOf(world, who.application.secret) }, place);
    deed.shown = asShown(who);
    return;
  }
  const email = await emailOf(world);
  if (kind === 'courriel' && who.reads.includes(email)) {
    await askForCode(services, own);
    await world.deliver();
    await proveByCode(services, own, world.codes.get(email) ?? '');
    deed.shown = 'mailbox';
    return;
  }
  if (who.password !== null) await proveByPassword(services, own, { password: who.password, ...place });
}

/** What was shown counts for ten minutes, whoever sits at the keyboard then. */
async function noteProof(
  { proofs, now, thief }: World,
  { secret }: Pick<OwnSession, 'secret'>,
  deed: Deed,
): Promise<void> {
  const at = await now();
  const earlier = proofs.get(secret);
  if (deed.shown !== 'nothing') proofs.set(secret, { at, shown: deed.shown });
  else if (earlier && at - earlier.at < PROOF_SECONDS * 1_000) deed.shown = earlier.shown;
  // The owner may prove something in the same session just now: then nothing is promised of the deed.
  else if (deed.who === thief && deed.isBeside) deed.shown = 'mailbox';
}

type Act = (world: World, who: Person, deed: Deed) => Promise<void>;

/** An act in a session, with the strongest proof that the person has; sometimes without. */
const inSession =
  (work: (world: World, who: Person, own: OwnSession, deed: Deed) => Promise<void>): Act =>
  async (world, who, deed) => {
    const own = await sessionOf(world, who, deed);
    if (world.random.chance(0.8)) await prove(world, who, own, deed);
    await noteProof(world, own, deed);
    await work(world, who, own, deed);
  };

const addFactor = inSession(async (world, who, own, deed) => {
  const { services } = world;
  const { secret } = await beginGenerator(services, own, 'vitrine');
  await confirmFirstCode(services, own, await codeOf(world, secret));
  who.application = { secret, deed: deed.shown === 'mailbox' || deed.shown === 'factor' ? null : deed };
  world.proofs.set(own.secret, { at: await world.now(), shown: asShown(who) });
});

const removeFactor = inSession((world, _who, own) => removeGenerator(world.services, own));

const makeKey = inSession(async (world, _who, own, deed) => {
  const { key: secret, id } = await createKey(world.services, own, { name: null, scope: 'themes', expiresAt: null });
  world.keys.push({ secret, id, deed });
});

const revokeAKey = inSession(async (world, _who, { accountId }, deed) => {
  if (deed.isOver) throw new CannotDo('the route asks for a live session');
  if (world.keys.length === 0) throw new CannotDo('no key');
  const key = world.random.oneOf(world.keys);
  await endKey(world.db, { accountId, name: '' }, key.id);
  world.ended.add(key.id);
});

/** Whether what somebody does to the members is what the account's people want. */
const isLegit = ({ side }: Person) => side === 'own';

const giveRole = inSession(async (world, who, own, deed) => {
  const about = world.random.oneOf(['bob', 'carole', 'complice'] as const);
  const role = world.random.oneOf(ROLES);
  await members.giveRole(world.services, { ...own, siteId: world.siteId }, String(world.accounts.get(about)), role);
  world.grants.push({ about, role, deed, isLegit: isLegit(who) });
});

const removeMember = inSession(async (world, who, own, deed) => {
  const about = world.random.oneOf(['bob', 'carole', 'complice'] as const);
  await members.removeMember(world.services, { ...own, siteId: world.siteId }, String(world.accounts.get(about)));
  world.grants.push({ about, role: null, deed, isLegit: isLegit(who) });
});

/** Invites somebody, who accepts. */
const inviteSomebody = inSession(async (world, who, own, deed) => {
  const about: Other = who.side === 'intruder' ? 'complice' : 'carole';
  const role = world.random.oneOf(ROLES);
  const { link } = await invite(world.services, { ...own, siteId: world.siteId }, { email: addressOf(about), role });
  await world.deliver();
  const secret = link?.split('jeton=')[1] ?? world.linkFor(otherOf(world, about), 'invitation')?.secret;
  if (secret) world.invitations.push({ about, role, secret, deed, isLegit: isLegit(who) });
  if (world.random.chance(0.6)) await acceptSomething(world);
});

async function acceptSomething(world: World): Promise<void> {
  const [invited] = world.invitations;
  if (!invited) throw new CannotDo('no invitation');
  world.invitations.shift();
  await acceptInvitation(world.db, String(world.accounts.get(invited.about)), invited.secret);
  world.grants.push(invited);
}

const otherOf = (world: World, name: Other): Person => {
  const other = world.others.get(name);
  if (!other) throw new Error(`nobody is called ${name}`);
  return other;
};
/** A session of somebody else's own account. */
async function ownOf(world: World, name: Other): Promise<OwnSession> {
  const { sessions, password } = otherOf(world, name);
  const accountId = String(world.accounts.get(name));
  const last = sessions.at(-1);
  if (last && (await world.services.sessions.isLive(world.db, last))) return { accountId, secret: last };
  const browser = { address: '192.0.2.9', passes: [], previous: undefined };
  const { secret } = await world.login.open({ email: addressOf(name), password: String(password), ...browser });
  sessions.push(secret);
  return { accountId, secret };
}

/** Wants to hand the site over: the intruder to an accomplice, the owner to carole. */
const handOver = inSession(async (world, who, own, deed) => {
  const to: Other = who.side === 'intruder' ? 'complice' : 'carole';
  await members.askToHandOver(world.services, { ...own, siteId: world.siteId }, String(world.accounts.get(to)));
  world.handOver = { to, deed, isLegit: isLegit(who) };
  world.lastWish = deed;
  if (world.random.chance(0.5)) await acceptTheSite(world);
});

async function acceptTheSite(world: World): Promise<void> {
  const asked = world.handOver;
  if (!asked) throw new CannotDo('nothing is handed over');
  await members.acceptHandOver(world.services, { ...(await ownOf(world, asked.to)), siteId: world.siteId });
  const { to, deed, isLegit: legit } = asked;
  world.handOver = null;
  world.grants.push({ about: to, role: 'proprietaire', deed, isLegit: legit });
  world.grants.push({ about: 'lea', role: 'editeur', deed, isLegit: legit });
  if (legit && deed.shown !== 'nothing') world.handedOver = true;
}

/** The accomplice, where an intruder has made one an owner, goes on. */
const accompliceActs: Act = async (world, who, deed) => {
  const about = world.random.oneOf(['lea', 'bob', 'carole'] as const);
  const own = { ...(await ownOf(world, 'complice')), siteId: world.siteId };
  if (world.random.chance(0.5)) {
    const role = world.random.oneOf(ROLES);
    await members.giveRole(world.services, own, String(world.accounts.get(about)), role);
    world.grants.push({ about, role, deed, isLegit: false });
  } else {
    await members.removeMember(world.services, own, String(world.accounts.get(about)));
    world.grants.push({ about, role: null, deed, isLegit: false });
  }
  void who;
};

/** Bob owns the site by himself: nobody's recovery touches what he does. */
const bobActs: Act = async (world, _who, deed) => {
  const about = world.random.oneOf(['carole', 'complice'] as const);
  const own = { ...(await ownOf(world, 'bob')), siteId: world.siteId };
  deed.shown = 'factor';
  if (world.random.chance(0.5)) await members.removeMember(world.services, own, String(world.accounts.get(about)));
  else await members.giveRole(world.services, own, String(world.accounts.get(about)), 'lecteur');
  world.touched.add(about);
};

/** Gives the site another address for the messages of its form, whose reader agrees. */
const giveContactAddress = inSession(async (world, who, own, deed) => {
  const address = addressOf(who.side === 'own' ? 'contact' : 'butin');
  if ((await contactAddress(world.db, world.siteId)) === address) throw new CannotDo('nothing to change');
  const by = ofAccount({ accountId: own.accountId, name: '' });
  await replaceSettings(world.db, world.siteId, 'contact', {
    ...{ values: { email: address }, guard: undefined, by },
    before: (client, present) =>
      giveContact(world.services, client, world.siteId, { by: own, present, values: { email: address } }),
  });
  world.contacts.push({ address, deed, isLegit: isLegit(who) });
});

const readerAgrees: Act = async (world) => {
  await world.deliver();
  const link = world.inbox.findLast(({ path }) => path === CONTACT_PATH);
  if (!link) throw new CannotDo('no link');
  await agreeToMessages(world.services, link.secret);
};

const deleteTheAccount = inSession(async (world, who, own, deed) => {
  const alone = await world.sql<{ id: string }>(
    `SELECT site_id AS id FROM membres m WHERE compte_id = $1 AND role = 'proprietaire' AND NOT EXISTS (
       SELECT 1 FROM membres o WHERE o.site_id = m.site_id AND o.role = 'proprietaire' AND o.compte_id <> m.compte_id)`,
    [world.accountId],
  );
  const sites = alone.map(({ id }) => id);
  const evidence = { password: who.password ?? '', ...placeOf(who) };
  await endAccount(world.services, own, { sites, evidence, witness: undefined });
  world.deletion ??= deed;
});

const keepTheAccount: Act = async (world, who, deed) => {
  if (who.side !== 'own') throw new CannotDo('no reason');
  await keepAccount(world.services, await sessionOf(world, who, deed));
  world.deletion = null;
};

const changePassword: Act = async (world, who, deed) => {
  const { secret: session } = await sessionOf(world, who, deed);
  if (who.password === null) throw new CannotDo('no password');
  const next = freshPassword();
  const change = { accountId: world.accountId, session, present: who.password, next, ...placeOf(who) };
  who.passes = await world.login.changePassword(change);
  who.password = next;
};

const confirmMove: Act = async (world, who, deed) => {
  await world.deliver();
  const link = world.linkFor(who, 'adresse');
  if (!link) throw new CannotDo('no link');
  const own = await sessionOf(world, who, deed);
  await changeAddress(
    world.services,
    { secret: link.secret, accountId: world.accountId },
    { session: own, ...placeOf(who) },
  );
};

const askForMove = inSession(async (world, who, own, deed) => {
  const { password } = who;
  if (password === null) throw new CannotDo('no password');
  await askForAddress(world.services, own, addressOf(who.side === 'own' ? 'lea.bis' : 'intrus'), {
    password,
    ...placeOf(who),
  });
  if (who.side === 'own' && world.random.chance(0.7)) await confirmMove(world, who, deed);
});

/** Gives the account another password by a link. */
async function giveNewPassword(world: World, who: Person, secret: string): Promise<void> {
  const next = freshPassword();
  who.passes = await setPassword(world.services, { secret, accountId: world.accountId }, { next, passes: who.passes });
  who.password = next;
}

const forget: Act = async (world, who) => {
  const email = await emailOf(world);
  if (!who.reads.includes(email)) throw new CannotDo('reads other mail');
  await askForPassword(world.services, { email, address: placeOf(who).address });
  await world.deliver();
  const link = world.linkFor(who, 'mot_de_passe');
  if (!link) throw new CannotDo('no link');
  await giveNewPassword(world, who, link.secret);
};

/**
 * Presses the button behind a link that undoes, and chooses another password.
 * @param between is called in between: nothing opens the account then
 * @returns whether that undid something
 */
export async function useUndoLink(
  world: World,
  who: Person,
  { secret, since, to }: MailedLink,
  between: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const before = await emailOf(world);
  const next = await undo(world.services, { secret, keys: [] });
  if (next === null) return false;
  if (to !== before && (await emailOf(world)) === before)
    world.wrong('a link to an address that the account has left for good works');
  if (world.deletion && isCovered(world.deletion, since)) world.deletion = null;
  world.undone.push({ who, since });
  world.handOver = null;
  world.markSleepsFrom = await world.now();
  await between();
  await giveNewPassword(world, who, String(next.split('jeton=')[1]));
  return true;
}

const takeBack: Act = async (world, who) => {
  const links = world.undoLinksFor(who);
  if (links.length === 0) throw new CannotDo('no link');
  await useUndoLink(world, who, world.random.oneOf(links));
};

const endOtherSessions: Act = async (world, who, deed) => {
  const { secret } = await sessionOf(world, who, deed);
  if (deed.isOver) throw new CannotDo('the route asks for a live session');
  await world.login.closeOthers(world.accountId, secret);
};

const LONG_ACTS = {
  ...{ addFactor, makeKey, giveRole, removeMember, inviteSomebody, handOver, askForMove },
  ...{ giveContactAddress, deleteTheAccount },
} as const;
/** Acts for which a person has to show more than a password, where the account's mail is read; with the roles that those give who may do much. */
export const PROVEN_ACTS: ReadonlySet<string> = new Set([
  ...['addFactor', 'makeKey', 'handOver', 'askForMove', 'giveContactAddress', 'deleteTheAccount'],
]);

/** What anybody may try who has something of the account. */
export const ACTS: Readonly<Record<string, Act>> = {
  ...{
    signIn,
    changePassword,
    confirmMove,
    forget,
    takeBack,
    endOtherSessions,
    removeFactor,
    revokeAKey,
    keepTheAccount,
  },
  ...LONG_ACTS,
};

/** What happens besides. */
export const EVENTS: Readonly<Record<string, Act>> = {
  acceptSomething,
  acceptTheSite,
  readerAgrees,
  accompliceActs,
  bobActs,
  markAsOperator: async (world) => {
    if (!(await findWhetherFactor(world.db, world.accountId))) throw new CannotDo('no factor');
    await markOperator(world.db, world.accountId, true);
    world.markedAt = await world.now();
    world.markSleepsFrom = null;
  },
  stopMail: async (world) => {
    world.isMailed = false;
  },
  startMail: async (world) => {
    world.isMailed = true;
  },
};

/** A factor that the owner had from the beginning. */
export async function giveOwnerFactor(world: World): Promise<void> {
  const { owner } = world;
  await world.does(owner, 'signIn', (deed) => signIn(world, owner, deed));
  while (!owner.application) await world.does(owner, 'addFactor', (deed) => addFactor(world, owner, deed));
}
