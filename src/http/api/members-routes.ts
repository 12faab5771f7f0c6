import { acceptInvitation, cancelInvitation, invite } from '../../accounts/invitations.ts';
import {
  acceptHandOver,
  askToHandOver,
  dropHandOver,
  giveRole,
  type ProvenActor,
  removeMember,
} from '../../accounts/members.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { Acceptance, Accepted, Invitation, Invited, MemberList, OfMember, RoleChange } from '../../contract/members.ts';
import { One, ok } from '../../contract/shared.ts';
import { findHandOver } from '../../storage/hand-overs.ts';
import { listInvitations } from '../../storage/invitations.ts';
import { listMembers } from '../../storage/members.ts';
import type { Api, SiteCall } from './api.ts';
import { ownSessionOf } from './own-session.ts';

/** `/api/membres` and `/api/invitations`, for browser sessions only. Of a site that takes no writes the members change too; only nobody is invited. */
export function membersRoutes(api: Api): void {
  const { database, login, sessionCookie } = api.context;
  const { service } = database;
  const services = () => withCredential(login.services);
  const actorOf = (call: Pick<SiteCall<unknown, unknown>, 'caller' | 'site' | 'request'>): ProvenActor => ({
    siteId: call.site.id,
    ...ownSessionOf(sessionCookie, call),
  });
  const ofMembers = { kind: 'site', scope: 'lecture', active: false, sessionOnly: true } as const;
  const ofOwners = { ...ofMembers, owner: true } as const;
  const [members, invitations] = ['/api/membres', '/api/invitations'];

  api.add({
    method: 'GET',
    path: members,
    summary: 'Liste les membres du site et, pour un propriétaire, les invitations.',
    access: ofMembers,
    answers: { 200: MemberList },
    refusals: [],
    handle: async ({ caller, site: { id, slug, nom, role } }) => {
      const db = withCredential(service);
      const [all, invited, handOver] = await Promise.all([
        listMembers(db, id),
        role === 'proprietaire' ? listInvitations(db, id) : [],
        findHandOver(db, id),
      ]);
      const membres = all.map((member) => ({ ...member, vous: member.compte === caller.accountId }));
      const transmission = handOver && { de: handOver.from, a: handOver.to, demandee_le: handOver.askedAt };
      return { site: { id, slug, nom }, membres, invitations: invited, transmission };
    },
  });

  api.add({
    method: 'PATCH',
    path: members,
    summary: 'Donne un autre rôle à un membre ; un site garde un propriétaire.',
    access: ofOwners,
    body: RoleChange,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'site_interdit', 'introuvable', 'dernier_proprietaire'],
    handle: async ({ body: { compte: accountId, role }, ...call }) => {
      await giveRole(services(), actorOf(call), accountId, role);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path: members,
    summary: 'Retire un membre, pour un propriétaire ; chacun peut se retirer soi-même.',
    access: ofMembers,
    query: OfMember,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'role_insuffisant', 'introuvable', 'dernier_proprietaire'],
    handle: async ({ query: { compte: accountId }, ...call }) => {
      await removeMember(services(), actorOf(call), accountId);
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${members}/transmission`,
    summary:
      'Propose le site à un membre : quand il l’accepte, il devient propriétaire, et le compte de la session éditeur.',
    access: ofOwners,
    body: OfMember,
    answers: { 200: ok },
    refusals: ['preuve_requise', 'introuvable'],
    handle: async ({ body: { compte: accountId }, ...call }) => {
      await askToHandOver(services(), actorOf(call), accountId);
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${members}/transmission/acceptation`,
    summary: 'Accepte le site qu’un propriétaire propose au compte de la session.',
    access: ofMembers,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async (call) => {
      await acceptHandOver(services(), actorOf(call));
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path: `${members}/transmission`,
    summary: 'Retire la proposition de transmettre le site, ou la décline.',
    access: ofMembers,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async (call) => {
      await dropHandOver(services(), actorOf(call));
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: invitations,
    summary: 'Invite une personne, ou de nouveau : le lien d’avant ne sert plus.',
    access: { ...ofOwners, active: true },
    body: Invitation,
    answers: { 201: Invited },
    refusals: ['preuve_requise', 'adresse_non_confirmee', 'deja_membre', 'trop_d_invitations', 'trop_de_tentatives'],
    handle: async ({ body, ...call }) => {
      const { reply } = call;
      const { id, link } = await invite(services(), actorOf(call), body);
      return reply.code(201).header('Cache-Control', 'no-store').send({ ok: true, id, lien: link });
    },
  });

  api.add({
    method: 'DELETE',
    path: invitations,
    summary: 'Annule une invitation : son lien ne sert plus.',
    access: ofOwners,
    query: One,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ query: { id }, ...call }) => {
      await cancelInvitation(withCredential(service), actorOf(call), id);
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${invitations}/acceptation`,
    summary: 'Accepte une invitation, avec le jeton de son lien, qui ne sert qu’une fois.',
    access: { kind: 'account' },
    body: Acceptance,
    answers: { 200: Accepted },
    refusals: ['lien_invalide', 'deja_membre'],
    handle: async ({ caller, body: { jeton: secret } }) => {
      const { db } = withCredential(login.services);
      return { ok: true, site: await acceptInvitation(db, caller.accountId, secret) };
    },
  });
}
