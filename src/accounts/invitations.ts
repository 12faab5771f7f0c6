/** Invitations: an owner asks a person to work on a site; whoever has the link accepts it, once (docs/accounts.md). */
import { Refusal } from '../errors.ts';
import { ofAccount } from '../journal/doers.ts';
import { record } from '../journal/record.ts';
import { lockAccount, type MemberRole } from '../storage/accounts.ts';
import { countAttempt } from '../storage/attempts.ts';
import { lockSite } from '../storage/content.ts';
import {
  countInvitations,
  deleteInvitation,
  deleteInvitationOf,
  findInvitation,
  insertInvitation,
  type OpenInvitation,
} from '../storage/invitations.ts';
import { findRole, hasMemberOfAddress } from '../storage/members.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { inTransaction } from '../storage/transaction.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import type { AccountServices } from './account-services.ts';
import { assertConfirmed } from './acting-account.ts';
import { LIFE_SECONDS, makeLink, readLink, useLink } from './links.ts';
import { type Actor, actingAsOwner, lockForOwner, type ProvenActor, setRole } from './members.ts';

/** Invitations that a site has at most, over or not. */
const WAITING_INVITATIONS = 50;
/** Invitations that an account sends within a day: in all, and to one address. */
const A_DAY = 50;
const A_DAY_TO_ONE = 5;

export interface Invite {
  /** In its stored form. */
  readonly email: string;
  readonly role: MemberRole;
}

/**
 * Invites a person by mail; where no mail goes out, gives the link to copy. An earlier invitation of the same address ends, with its link. Nothing
 * here depends on whether the address has an account.
 * @returns `link`: path and query; null where mail brings it
 * @throws Refusal `adresse_non_confirmee`, `deja_membre`, `trop_d_invitations`, `trop_de_tentatives`; as `actingAsOwner`
 */
export async function invite(
  services: AccountServices,
  actor: ProvenActor,
  { email, role }: Invite,
): Promise<{ readonly id: string; readonly link: string | null }> {
  const { db, isMailed, enqueue } = services;
  const { siteId, accountId } = actor;
  const counts = await Promise.all(
    [`invitations ${accountId}`, `invitations ${accountId} ${email}`].map((what) =>
      countAttempt(db, 'courriel', fingerprintOf(what)),
    ),
  );
  if (Number(counts[0]) > A_DAY || Number(counts[1]) > A_DAY_TO_ONE) throw new Refusal('trop_de_tentatives');
  return actingAsOwner(services, actor, { lasts: role === 'proprietaire' }, async (client, act) => {
    const { by, account, backing } = act;
    assertConfirmed(account);
    if (await hasMemberOfAddress(client, siteId, email)) throw new Refusal('deja_membre');
    await deleteInvitationOf(client, siteId, email);
    if ((await countInvitations(client, siteId)) >= WAITING_INVITATIONS) throw new Refusal('trop_d_invitations');
    const lifeSeconds = LIFE_SECONDS.invitation;
    const id = await insertInvitation(client, { siteId, email, role, by: accountId, lifeSeconds, backing });
    await record(client, { siteId, act: 'membre_invite', by, details: { role, id } });
    if (!isMailed) return { id, link: await makeLink(client, { genre: 'invitation', invitation_id: id }) };
    const data = { de: account.email };
    await enqueue(client, { kind: 'invitation', to: email, siteId, invitationId: id, data });
    return { id, link: null };
  });
}

/** Takes an invitation back: its link does not work any more. @throws Refusal `introuvable`; as `lockForOwner` */
export const cancelInvitation = (db: RolePools, actor: Actor, id: string): Promise<void> =>
  inTransaction(db, async (client) => {
    const by = await lockForOwner(client, actor);
    if (!(await deleteInvitation(client, actor.siteId, id))) throw new Refusal('introuvable');
    await record(client, { siteId: actor.siteId, act: 'invitation_annulee', by, details: { id } });
  });

/** What a link invites to, without using it. @throws Refusal `lien_invalide` */
export async function readInvitation(db: Queryable, secret: string): Promise<OpenInvitation & { readonly id: string }> {
  const id = (await readLink(db, 'invitation', secret))?.invitation_id;
  const invitation = id ? await findInvitation(db, id) : null;
  if (!id || !invitation) throw new Refusal('lien_invalide');
  return { ...invitation, id };
}

/** What each role may do, the most first. */
const RANKS: readonly MemberRole[] = ['proprietaire', 'editeur', 'lecteur'];

/** Whether an invitation with this role gives a member with the present one nothing. */
export const givesNothing = (role: MemberRole, present: MemberRole | null): boolean =>
  present !== null && RANKS.indexOf(role) >= RANKS.indexOf(present);

/**
 * Makes an account a member by the link of an invitation, and uses that up. A member whom it would give nothing keeps the role, and the invitation
 * goes on waiting: most often it is for somebody else.
 * @returns id of the site
 * @throws Refusal `lien_invalide`, `deja_membre`, `unauthorized`
 */
export const acceptInvitation = (db: RolePools, accountId: string, secret: string): Promise<string> =>
  inTransaction(db, async (client) => {
    const { siteId } = await readInvitation(client, secret);
    // The site before the account, as where accounts are deleted.
    if (!(await lockSite(client, siteId))) throw new Refusal('lien_invalide');
    const account = await lockAccount(client, accountId);
    if (!account) throw new Refusal('unauthorized');
    // Again under the lock, which acts on invitations take too.
    const { id, role, decision } = await readInvitation(client, secret);
    if (givesNothing(role, await findRole(client, siteId, accountId))) {
      throw new Refusal('deja_membre', { message: ALREADY });
    }
    if (!(await useLink(client, 'invitation', secret))) throw new Refusal('lien_invalide');
    await deleteInvitation(client, siteId, id);
    await setRole(client, siteId, accountId, role, decision);
    const by = ofAccount({ accountId, name: account.email });
    await record(client, { siteId, act: 'membre_arrive', by, details: { role } });
    return siteId;
  });

const ALREADY = 'Vous êtes déjà membre de ce site.';
