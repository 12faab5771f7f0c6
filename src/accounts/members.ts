/** Who works on a site, with which role. Changes of one site's members follow each other under the lock of the site's row. */
import type { ClientBase } from 'pg';
import { Refusal, wrongInput } from '../errors.ts';
import { ofAccount } from '../journal/doers.ts';
import { record } from '../journal/record.ts';
import { findAccount, type KnownAccount, type MemberRole } from '../storage/accounts.ts';
import type { Backing } from '../storage/backing.ts';
import { lockSite } from '../storage/content.ts';
import { type Decision, insertGrant } from '../storage/grants.ts';
import { deleteHandOver, deleteHandOverOf, findHandOver, insertHandOver } from '../storage/hand-overs.ts';
import { deleteInvitationsBy } from '../storage/invitations.ts';
import type { Doer } from '../storage/journal.ts';
import * as members from '../storage/members.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { AccountServices } from './account-services.ts';
import { backingOf, lockSession, type OwnSession, presentBacking } from './proof/proof.ts';

type MemberOutcome = 'done' | 'unchanged' | 'no-member' | 'last-owner';

/**
 * Gives an account a role on a site, or takes the account off it, in a transaction that goes on. A site keeps an owner.
 * @param role null to take the account off the site
 * @param by who does so, for the record of the site
 * @param backing what that rests on
 * @returns `unchanged` when the account has the role already, `no-member` when the account is not a member, `last-owner` when the site has no other
 *   owner; nothing is changed then
 */
export async function changeMember(
  client: ClientBase,
  siteId: string,
  accountId: string,
  role: MemberRole | null,
  by: Doer,
  backing: Backing,
): Promise<MemberOutcome> {
  const outcome = await setRole(client, siteId, accountId, role, { by: by.accountId, backing, at: null });
  if (outcome !== 'done') return outcome;
  if (role !== null) await record(client, { siteId, act: 'membre_role', by, details: { compte: accountId, role } });
  else if (accountId === by.accountId) await record(client, { siteId, act: 'membre_parti', by, details: {} });
  else await record(client, { siteId, act: 'membre_retire', by, details: { compte: accountId } });
  return 'done';
}

/** The same without an entry in the record of the site: the caller writes one of its own. */
export async function setRole(
  client: ClientBase,
  siteId: string,
  accountId: string,
  role: MemberRole | null,
  decision: Decision,
): Promise<MemberOutcome> {
  await lockSite(client, siteId);
  const present = await members.findRole(client, siteId, accountId);
  if (role === null && present === null) return 'no-member';
  if (role === present) return 'unchanged';
  const stopsOwning = present === 'proprietaire' && role !== 'proprietaire';
  if (stopsOwning && (await members.countOwners(client, siteId)) === 1) return 'last-owner';
  if (role === null) await members.deleteMember(client, siteId, accountId);
  else await members.upsertMember(client, siteId, accountId, role);
  await insertGrant(client, siteId, { accountId, before: present, after: role }, decision);
  if (present === 'proprietaire' || role === null) await deleteHandOverOf(client, siteId, accountId);
  return 'done';
}

/** A member who acts on a site. */
export interface Actor {
  readonly siteId: string;
  readonly accountId: string;
}

/** One who acts on what lasts: in a session of the account. */
export interface ProvenActor extends Actor, OwnSession {}

/**
 * Locks a site for an act of one of its owners.
 * @returns who acts, for the record of the site
 * @throws Refusal `site_interdit`, `role_insuffisant` when the account is none any more
 */
export async function lockForOwner(client: ClientBase, { siteId, accountId }: Actor): Promise<Doer> {
  await lockSite(client, siteId);
  const member = await members.findMember(client, siteId, accountId);
  if (!member) throw new Refusal('site_interdit');
  if (member.role !== 'proprietaire') throw new Refusal('role_insuffisant');
  return ofAccount({ accountId, name: member.email });
}

/** An owner, and what an act of theirs rests on. */
export interface OwnersAct {
  readonly by: Doer;
  readonly account: KnownAccount;
  readonly backing: Backing;
}

/**
 * Works on the members of a site for one of its owners, under the locks of the site and of the account: an act comes before a recovery of the account, or
 * after it and is refused.
 * @param lasts whether somebody may become an owner, or the one who acts stops being one: that has to be proven
 * @throws Refusal `unauthorized` when the session is over, `preuve_requise`; as `lockForOwner`; what `work` throws
 */
export const actingAsOwner = <T>(
  services: AccountServices,
  actor: ProvenActor,
  { lasts }: { readonly lasts: boolean },
  work: (client: ClientBase, act: OwnersAct) => Promise<T>,
): Promise<T> =>
  inTransaction(services.db, async (client) => {
    const by = await lockForOwner(client, actor);
    const account = await lockSession(services, client, actor);
    const backing = lasts ? await backingOf(services, client, actor, account) : await presentBacking(client, actor);
    return work(client, { by, account, backing });
  });

/**
 * An owner gives a member another role: to another owner as `removeMember` does.
 * @throws Refusal `introuvable`, `dernier_proprietaire`; as `actingAsOwner`
 */
export const giveRole = (
  services: AccountServices,
  actor: ProvenActor,
  accountId: string,
  role: MemberRole,
): Promise<void> =>
  actingAsOwner(
    services,
    actor,
    { lasts: role === 'proprietaire' || accountId === actor.accountId },
    async (client, act) => {
      const { by, backing } = act;
      await assertMember(client, actor.siteId, accountId);
      assertDone(await changeMember(client, actor.siteId, accountId, role, by, backing));
      if (role !== 'proprietaire') await endInvitationsOf(client, actor, accountId);
    },
  );

/**
 * An owner takes a member off the site, with the invitations that the member has made; anybody takes themselves off, an owner with a proof.
 * @throws Refusal `introuvable`, `dernier_proprietaire`; as `actingAsOwner`
 */
export const removeMember = (services: AccountServices, actor: ProvenActor, accountId: string): Promise<void> => {
  const { siteId } = actor;
  if (accountId !== actor.accountId) {
    return actingAsOwner(services, actor, { lasts: false }, async (client, { by, backing }) => {
      assertDone(await changeMember(client, siteId, accountId, null, by, backing));
      await endInvitationsOf(client, actor, accountId);
    });
  }
  return inTransaction(services.db, async (client) => {
    const by = await asMember(client, actor);
    const account = await lockSession(services, client, actor);
    // What was not proven a recovery would undo: who has the site now would have the former owner back.
    const isOwner = (await members.findRole(client, siteId, accountId)) === 'proprietaire';
    const lasts = isOwner && (await members.countOwners(client, siteId)) > 1;
    const backing = await (lasts ? backingOf(services, client, actor, account) : presentBacking(client, actor));
    assertDone(await changeMember(client, siteId, accountId, null, by, backing));
  });
};

/** Who takes themselves off a site. @throws Refusal `introuvable` */
async function asMember(client: ClientBase, { siteId, accountId }: Actor): Promise<Doer> {
  await lockSite(client, siteId);
  const member = await members.findMember(client, siteId, accountId);
  if (!member) throw new Refusal('introuvable');
  return ofAccount({ accountId, name: member.email });
}

/** Ends what somebody else has made: whoever loses rights to another owner may have a link that would bring them back. */
async function endInvitationsOf(client: ClientBase, actor: Actor, accountId: string): Promise<void> {
  if (accountId !== actor.accountId) await deleteInvitationsBy(client, actor.siteId, accountId);
}

/**
 * An owner wants to give the site to a member: it waits until that member agrees. A later wish takes the place of an earlier one.
 * @throws Refusal `introuvable`, `invalid_input`; as `actingAsOwner`
 */
export function askToHandOver(services: AccountServices, actor: ProvenActor, to: string): Promise<void> {
  const { siteId, accountId: from } = actor;
  if (to === from) throw wrongInput('compte');
  return actingAsOwner(services, actor, { lasts: true }, async (client, { account, backing }) => {
    await assertMember(client, siteId, to);
    await insertHandOver(client, siteId, { from, to, backing });
    const receiver = await findAccount(client, to);
    if (!receiver?.isConfirmed) return;
    const data = { de: account.email };
    await services.enqueue(client, { kind: 'transmission', to: receiver.email, accountId: to, siteId, data });
  });
}

/**
 * The member agrees: becomes an owner, and who gave the site an editor. From then on nothing undoes that.
 * @throws Refusal `introuvable` where nobody wants to give the site to this account any more; `unauthorized` when the session is over
 */
export const acceptHandOver = (services: AccountServices, actor: ProvenActor): Promise<void> =>
  inTransaction(services.db, async (client) => {
    const { siteId, accountId } = actor;
    await asMember(client, actor);
    await lockSession(services, client, actor);
    const asked = await findHandOver(client, siteId);
    if (asked?.to !== accountId) throw new Refusal('introuvable');
    const giver = await members.findMember(client, siteId, asked.from);
    if (giver?.role !== 'proprietaire') throw new Refusal('introuvable');
    const decision = { by: asked.from, backing: asked.backing, at: asked.askedAt };
    await setRole(client, siteId, accountId, 'proprietaire', decision);
    assertDone(await setRole(client, siteId, asked.from, 'editeur', decision));
    await deleteHandOver(client, siteId);
    const by = ofAccount({ accountId: asked.from, name: giver.email });
    await record(client, { siteId, act: 'site_transmis', by, details: { compte: accountId } });
  });

/** An owner takes the wish back, or the member declines. @throws Refusal `introuvable`; `unauthorized` when the session is over */
export const dropHandOver = (services: AccountServices, actor: ProvenActor): Promise<void> =>
  inTransaction(services.db, async (client) => {
    const { siteId, accountId } = actor;
    await asMember(client, actor);
    await lockSession(services, client, actor);
    const asked = await findHandOver(client, siteId);
    const role = await members.findRole(client, siteId, accountId);
    if (!asked || (asked.to !== accountId && role !== 'proprietaire')) throw new Refusal('introuvable');
    await deleteHandOver(client, siteId);
  });

async function assertMember(client: ClientBase, siteId: string, accountId: string): Promise<void> {
  if ((await members.findRole(client, siteId, accountId)) === null) throw new Refusal('introuvable');
}

function assertDone(outcome: MemberOutcome): void {
  if (outcome === 'no-member') throw new Refusal('introuvable');
  if (outcome === 'last-owner') throw new Refusal('dernier_proprietaire');
}
