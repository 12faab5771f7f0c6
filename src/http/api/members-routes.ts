import { acceptInvitation, cancelInvitation, invite } from '../../accounts/invitations.ts';
import { giveRole, handOver, removeMember } from '../../accounts/members.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { Acceptance, Accepted, Invitation, Invited, MemberList, OfMember, RoleChange } from '../../contract/members.ts';
import { One, ok } from '../../contract/shared.ts';
import { listInvitations } from '../../storage/invitations.ts';
import { listMembers } from '../../storage/members.ts';
import { type Api, actorOf } from './api.ts';

/** `/api/membres` and `/api/invitations`, for browser sessions only. Of a site that takes no writes the members change too; only nobody is invited. */
export function membersRoutes(api: Api): void {
  const { database, login } = api.context;
  const { service } = database;
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
      const [all, invited] = await Promise.all([
        listMembers(db, id),
        role === 'proprietaire' ? listInvitations(db, id) : [],
      ]);
      const membres = all.map((member) => ({ ...member, vous: member.compte === caller.accountId }));
      return { site: { id, slug, nom }, membres, invitations: invited };
    },
  });

  api.add({
    method: 'PATCH',
    path: members,
    summary: 'Donne un autre rôle à un membre ; un site garde un propriétaire.',
    access: ofOwners,
    body: RoleChange,
    answers: { 200: ok },
    refusals: ['site_interdit', 'introuvable', 'dernier_proprietaire'],
    handle: async ({ body: { compte: accountId, role }, ...call }) => {
      await giveRole(withCredential(service), actorOf(call), accountId, role);
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
    refusals: ['role_insuffisant', 'introuvable', 'dernier_proprietaire'],
    handle: async ({ query: { compte: accountId }, ...call }) => {
      await removeMember(withCredential(service), actorOf(call), accountId);
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: `${members}/transmission`,
    summary: 'Transmet le site à un membre, qui devient propriétaire ; le compte de la session devient éditeur.',
    access: ofOwners,
    body: OfMember,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ body: { compte: accountId }, ...call }) => {
      await handOver(withCredential(service), actorOf(call), accountId);
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
    refusals: ['adresse_non_confirmee', 'deja_membre', 'trop_d_invitations', 'trop_de_tentatives'],
    handle: async ({ body, reply, ...call }) => {
      const { id, link } = await invite(withCredential(login.services), actorOf(call), body);
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
