/** Who works on a site, with which role. Changes of one site's members follow each other under the lock of the site's row. */
import type { ClientBase } from 'pg';
import { Refusal, wrongInput } from '../errors.ts';
import { ofAccount } from '../journal/doers.ts';
import { record } from '../journal/record.ts';
import type { MemberRole } from '../storage/accounts.ts';
import { lockSite } from '../storage/content.ts';
import { deleteInvitationsBy } from '../storage/invitations.ts';
import type { Doer } from '../storage/journal.ts';
import * as members from '../storage/members.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';

type MemberOutcome = 'done' | 'unchanged' | 'no-member' | 'last-owner';

/**
 * Gives an account a role on a site, or takes the account off it, in a transaction that goes on. A site keeps an owner.
 * @param role null to take the account off the site
 * @param by who does so, for the record of the site
 * @returns `unchanged` when the account has the role already, `no-member` when the account is not a member, `last-owner` when the site has no other
 *   owner; nothing is changed then
 */
export async function changeMember(
  client: ClientBase,
  siteId: string,
  accountId: string,
  role: MemberRole | null,
  by: Doer,
): Promise<MemberOutcome> {
  const outcome = await setRole(client, siteId, accountId, role);
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
): Promise<MemberOutcome> {
  await lockSite(client, siteId);
  const present = await members.findRole(client, siteId, accountId);
  if (role === null && present === null) return 'no-member';
  if (role === present) return 'unchanged';
  const stopsOwning = present === 'proprietaire' && role !== 'proprietaire';
  if (stopsOwning && (await members.countOwners(client, siteId)) === 1) return 'last-owner';
  if (role === null) await members.deleteMember(client, siteId, accountId);
  else await members.upsertMember(client, siteId, accountId, role);
  return 'done';
}

/** A member who acts on the members of a site. */
export interface Actor {
  readonly siteId: string;
  readonly accountId: string;
}

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

/**
 * An owner gives a member another role: to another owner as `removeMember` does.
 * @throws Refusal `introuvable`, `dernier_proprietaire`; as `lockForOwner`
 */
export const giveRole = (db: RolePools, actor: Actor, accountId: string, role: MemberRole): Promise<void> =>
  inTransaction(db, async (client) => {
    const by = await lockForOwner(client, actor);
    await assertMember(client, actor.siteId, accountId);
    assertDone(await changeMember(client, actor.siteId, accountId, role, by));
    if (role !== 'proprietaire') await endInvitationsOf(client, actor, accountId);
  });

/**
 * An owner takes a member off the site, with the invitations that the member has made; anybody takes themselves off.
 * @throws Refusal `introuvable`, `dernier_proprietaire`; as `lockForOwner`
 */
export const removeMember = (db: RolePools, actor: Actor, accountId: string): Promise<void> =>
  inTransaction(db, async (client) => {
    const by = accountId === actor.accountId ? await asMember(client, actor) : await lockForOwner(client, actor);
    assertDone(await changeMember(client, actor.siteId, accountId, null, by));
    await endInvitationsOf(client, actor, accountId);
  });

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

/** An owner makes a member an owner, and is an editor from then on. @throws Refusal `introuvable`, `invalid_input`; as `lockForOwner` */
export function handOver(db: RolePools, actor: Actor, accountId: string): Promise<void> {
  const { siteId } = actor;
  if (accountId === actor.accountId) throw wrongInput('compte');
  return inTransaction(db, async (client) => {
    const by = await lockForOwner(client, actor);
    await assertMember(client, siteId, accountId);
    assertDone(await setRole(client, siteId, accountId, 'proprietaire'));
    assertDone(await setRole(client, siteId, actor.accountId, 'editeur'));
    await record(client, { siteId, act: 'site_transmis', by, details: { compte: accountId } });
  });
}

async function assertMember(client: ClientBase, siteId: string, accountId: string): Promise<void> {
  if ((await members.findRole(client, siteId, accountId)) === null) throw new Refusal('introuvable');
}

function assertDone(outcome: MemberOutcome): void {
  if (outcome === 'no-member') throw new Refusal('introuvable');
  if (outcome === 'last-owner') throw new Refusal('dernier_proprietaire');
}
