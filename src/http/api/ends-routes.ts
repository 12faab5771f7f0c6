import type { FastifyReply } from 'fastify';
import { endAccount, keepAccount } from '../../accounts/account-end.ts';
import type { Archived } from '../../accounts/archive.ts';
import { makeArchive } from '../../accounts/archive-zip.ts';
import type { Caller } from '../../accounts/authentication.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { bringBack, deleteLater, keep, takeOff } from '../../accounts/site-ends.ts';
import { AccountEnd, AccountEnded, SiteDeleted, SiteDeletion, TakingOff } from '../../contract/ends.ts';
import { ok } from '../../contract/shared.ts';
import { doerOf } from '../../journal/doers.ts';
import { recordInAll } from '../../journal/record.ts';
import { listMemberships } from '../../storage/members.ts';
import type { Queryable } from '../../storage/statement.ts';
import { onceOver } from '../answer-end.ts';
import { BrowserCookie } from '../browser-cookie.ts';
import type { Api } from './api.ts';
import { ownSessionOf } from './own-session.ts';
import { WholeArchiveAdmission } from './transfer-admission.ts';

/** What owners do with their own site and account, for browser sessions only: off, deletion, archive. */
export function endsRoutes(api: Api): void {
  const { database, login, media, publicAddress, sessionCookie, witnessSite: witness } = api.context;
  const access = { kind: 'site', scope: 'themes', active: false, sessionOnly: true, owner: true } as const;
  const browserCookie = new BrowserCookie(publicAddress);
  const admission = new WholeArchiveAdmission();

  api.add({
    method: 'PUT',
    path: '/api/site/hors-ligne',
    summary: 'Ferme le site à ses visiteurs ; ses membres y travaillent encore.',
    access,
    body: TakingOff,
    answers: { 200: ok },
    refusals: [],
    handle: async ({ caller: { accountId }, site: { id: siteId }, body: { motif } }) => {
      await takeOff(withCredential(login.services), { siteId, accountId }, motif);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path: '/api/site/hors-ligne',
    summary: 'Rouvre le site, à moins qu’il soit hors ligne pour une autre raison.',
    access,
    answers: { 200: ok },
    refusals: [],
    handle: async ({ caller: { accountId }, site: { id: siteId } }) => {
      await bringBack(withCredential(login.services), { siteId, accountId });
      return { ok: true };
    },
  });

  api.add({
    method: 'POST',
    path: '/api/site/suppression',
    summary: 'Supprime le site : il est hors ligne, et s’en va avec tout ce qu’il a trente jours plus tard.',
    access,
    body: SiteDeletion,
    answers: { 200: SiteDeleted },
    refusals: ['nom_different'],
    handle: async ({ caller: { accountId }, site: { id: siteId }, body: { nom: typed } }) => {
      const goesAt = await deleteLater(withCredential(login.services), { siteId, accountId }, { typed, witness });
      return { ok: true, efface_le: goesAt };
    },
  });

  api.add({
    method: 'DELETE',
    path: '/api/site/suppression',
    summary: 'Garde un site qui attendait d’être supprimé.',
    access,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ caller: { accountId }, site: { id: siteId } }) => {
      await keep(withCredential(login.services), { siteId, accountId });
      return { ok: true };
    },
  });

  api.add({
    method: 'GET',
    path: '/api/site/archive',
    summary: 'Donne tout ce qu’a le site en un fichier ZIP : thèmes, textes, réglages, demandes, images.',
    access: { ...access, scope: 'lecture' },
    answers: { 200: null },
    refusals: [],
    handle: async ({ caller, site: { id, slug }, reply }) =>
      sendArchive(reply, { caller, name: `site-${slug}` }, { accountId: null, siteIds: [id] }),
  });

  api.add({
    method: 'GET',
    path: '/api/compte/archive',
    summary: 'Donne tout ce qu’a le compte en un fichier ZIP, avec les sites dont il est le seul propriétaire.',
    access: { kind: 'account' },
    answers: { 200: null },
    refusals: [],
    handle: async ({ caller, reply }) =>
      sendArchive(reply, { caller, name: 'compte' }, async (db) => {
        const { accountId } = caller;
        const memberships = await listMemberships(db, accountId);
        return { accountId, siteIds: memberships.filter(({ seul }) => seul).map(({ id }) => id) };
      }),
  });

  api.add({
    method: 'DELETE',
    path: '/api/compte',
    summary:
      'Supprime le compte, avec les sites que personne d’autre ne garde : il s’en va trente jours plus tard. Toutes ses sessions se terminent.',
    access: { kind: 'account' },
    body: AccountEnd,
    answers: { 200: AccountEnded },
    refusals: ['mot_de_passe_incorrect', 'preuve_requise', 'trop_de_tentatives', 'dernier_proprietaire'],
    handle: async ({ caller, body: { mot_de_passe: password, sites }, request, reply }) => {
      const address = publicAddress.clientAddress(request.raw);
      const evidence = { password, address, passes: browserCookie.read(request) };
      const own = ownSessionOf(sessionCookie, { caller, request });
      const goesAt = await endAccount(withCredential(login.services), own, { sites, evidence, witness });
      sessionCookie.clear(reply);
      return { ok: true, efface_le: goesAt };
    },
  });

  api.add({
    method: 'DELETE',
    path: '/api/compte/suppression',
    summary: 'Garde un compte qui attendait d’être supprimé, avec les sites qui s’en allaient avec lui.',
    access: { kind: 'account' },
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async (call) => {
      await keepAccount(withCredential(login.services), ownSessionOf(sessionCookie, call));
      return { ok: true };
    },
  });

  async function sendArchive(
    reply: FastifyReply,
    { caller, name }: { readonly caller: Caller; readonly name: string },
    archived: Archived | ((db: Queryable) => Promise<Archived>),
  ): Promise<unknown> {
    const service = withCredential(database.service);
    const gone = new AbortController();
    onceOver(reply.raw, () => gone.abort());
    const make = () => makeArchive({ service, media }, archived, gone.signal);
    const { bytes, stream, siteIds } = await admission.make(caller.accountId, reply, make);
    // An archive that nobody reads goes with its stream.
    await recordInAll(service, siteIds, { act: 'export_site', by: doerOf(caller), details: {} }).catch((error) => {
      stream.destroy();
      throw error;
    });
    const day = new Date().toISOString().slice(0, 10);
    reply
      .type('application/zip')
      .header('Content-Disposition', `attachment; filename="${name}-${day}.zip"`)
      .header('Content-Length', bytes);
    return reply.send(stream);
  }
}
