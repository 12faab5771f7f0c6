/** Who works on a site, with which role. Changes of one site's members follow each other under the lock of the site's row. */
import type { ClientBase } from 'pg';
import { Refusal, wrongInput } from '../errors.ts';
import type { MemberRole } from '../storage/accounts.ts';
import { lockSite } from '../storage/content.ts';
import { deleteInvitationsBy } from '../storage/invitations.ts';
import * as members from '../storage/members.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { inTransaction } from '../storage/transaction.ts';

type MemberOutcome = 'done' | 'no-member' | 'last-owner';

/**
 * Gives an account a role on a site, or takes the account off it, in a transaction that goes on. A site keeps an owner.
 * @param role null to take the account off the site
 * @returns `no-member` when the account is not a member, `last-owner` when the site has no other owner; nothing is changed then
 */
export async function changeMember(
  client: ClientBase,
  siteId: string,
  accountId: string,
  role: MemberRole | null,
): Promise<MemberOutcome> {
  await lockSite(client, siteId);
  const present = await members.findRole(client, siteId, accountId);
  if (role === null && present === null) return 'no-member';
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

/** Locks a site for an act of one of its owners. @throws Refusal `site_interdit`, `role_insuffisant` when the account is none any more */
export async function lockForOwner(client: ClientBase, { siteId, accountId }: Actor): Promise<void> {
  await lockSite(client, siteId);
  const role = await members.findRole(client, siteId, accountId);
  if (role === null) throw new Refusal('site_interdit');
  if (role !== 'proprietaire') throw new Refusal('role_insuffisant');
}

/**
 * An owner gives a member another role: to another owner as `removeMember` does.
 * @throws Refusal `introuvable`, `dernier_proprietaire`; as `lockForOwner`
 */
export const giveRole = (db: RolePools, actor: Actor, accountId: string, role: MemberRole): Promise<void> =>
  inTransaction(db, async (client) => {
    await lockForOwner(client, actor);
    await assertMember(client, actor.siteId, accountId);
    assertDone(await changeMember(client, actor.siteId, accountId, role));
    if (role !== 'proprietaire') await endInvitationsOf(client, actor, accountId);
  });

/**
 * An owner takes a member off the site, with the invitations that the member has made; anybody takes themselves off.
 * @throws Refusal `introuvable`, `dernier_proprietaire`; as `lockForOwner`
 */
export const removeMember = (db: RolePools, actor: Actor, accountId: string): Promise<void> =>
  inTransaction(db, async (client) => {
    if (accountId !== actor.accountId) await lockForOwner(client, actor);
    assertDone(await changeMember(client, actor.siteId, accountId, null));
    await endInvitationsOf(client, actor, accountId);
  });

/** Ends what somebody else has made: whoever loses rights to another owner may have a link that would bring them back. */
async function endInvitationsOf(client: ClientBase, actor: Actor, accountId: string): Promise<void> {
  if (accountId !== actor.accountId) await deleteInvitationsBy(client, actor.siteId, accountId);
}

/** An owner makes a member an owner, and is an editor from then on. @throws Refusal `introuvable`, `invalid_input`; as `lockForOwner` */
export function handOver(db: RolePools, actor: Actor, accountId: string): Promise<void> {
  const { siteId } = actor;
  if (accountId === actor.accountId) throw wrongInput('compte');
  return inTransaction(db, async (client) => {
    await lockForOwner(client, actor);
    await assertMember(client, siteId, accountId);
    assertDone(await changeMember(client, siteId, accountId, 'proprietaire'));
    assertDone(await changeMember(client, siteId, actor.accountId, 'editeur'));
  });
}

async function assertMember(client: ClientBase, siteId: string, accountId: string): Promise<void> {
  if ((await members.findRole(client, siteId, accountId)) === null) throw new Refusal('introuvable');
}

function assertDone(outcome: MemberOutcome): void {
  if (outcome === 'no-member') throw new Refusal('introuvable');
  if (outcome === 'last-owner') throw new Refusal('dernier_proprietaire');
}
