import type { FastifyRequest } from 'fastify';
import { withCredential } from '../../accounts/service-credential.ts';
import { DomainClaim, DomainClaimed, DomainList, DomainProven, DomainState } from '../../contract/domains.ts';
import { ok } from '../../contract/shared.ts';
import { claimableName } from '../../domains/claimable-name.ts';
import { claimName, dropName, proveName } from '../../domains/claims.ts';
import { shownHost } from '../../domains/letters.ts';
import { proofNameOf, proofTextOf } from '../../domains/proof.ts';
import { Refusal } from '../../errors.ts';
import { hostNameOf } from '../../sites/custom-domain.ts';
import { type Claim, findClaim, listClaims } from '../../storage/domain-claims.ts';
import { findHolder, listDomains } from '../../storage/domains.ts';
import { type Api, actorOf } from './api.ts';

/** `/api/domaines`, for owners with a browser session: the names of a site besides its own in the service. */
export function domainsRoutes(api: Api): void {
  const { database, domainQuestions: questions, login, platformHosts, sitesDomain } = api.context;
  const { management } = database;
  const ofOwners = { kind: 'site', scope: 'lecture', active: false, sessionOnly: true, owner: true } as const;
  const ofWriters = { ...ofOwners, scope: 'themes', active: true } as const;
  const [all, one] = ['/api/domaines', '/api/domaines/{hote}'];
  const servicePools = () => withCredential(login.services).db;

  api.add({
    method: 'GET',
    path: all,
    summary: 'Donne les noms de domaine d’un site, ceux qui attendent leur preuve, et où un nom doit mener.',
    access: ofOwners,
    answers: { 200: DomainList },
    refusals: [],
    handle: async ({ site: { id, slug, nom } }) => {
      const [domains, claims, adresses] = await Promise.all([
        listDomains(management, id),
        listClaims(management, id),
        questions.ownAddresses(slug),
      ]);
      return {
        site: { id, slug, nom },
        domaines: domains.map(({ hote, principal, prouve_le, jeton, libre_le }) => ({
          ...{ hote, nom: shownHost(hote), principal, prouve_le },
          ...(libre_le !== null && jeton !== null && { perdu: { enregistrement: recordOf(hote, jeton), libre_le } }),
        })),
        revendications: claims.map(toldClaim),
        cible: { cname: `${slug}.${sitesDomain}`, adresses },
      };
    },
  });

  api.add({
    method: 'POST',
    path: all,
    summary: 'Demande un nom de domaine pour le site : la réponse dit l’enregistrement qui prouve qu’il est à vous.',
    access: ofWriters,
    body: DomainClaim,
    answers: { 200: DomainClaimed },
    refusals: ['domaine_refuse', 'domaine_pris', 'domaine_present'],
    handle: async ({ body: { hote: typed }, ...call }) => {
      const claim = await claimName(servicePools(), actorOf(call), claimableName(typed, platformHosts));
      return { ok: true, ...toldClaim(claim) };
    },
  });

  api.add({
    method: 'POST',
    path: `${one}/verification`,
    summary: 'Cherche dans le DNS la preuve qu’un nom est à vous et, si elle y est, donne le nom au site.',
    access: ofWriters,
    answers: { 200: DomainProven },
    refusals: [
      'introuvable',
      'domaine_refuse',
      'domaine_non_prouve',
      'dns_sans_reponse',
      'domaine_pris',
      'trop_de_tentatives',
    ],
    handle: async ({ request, ...call }) => {
      const hote = hostOf(request);
      const { db, enqueue } = withCredential(login.services);
      await proveName({ db, enqueue, questions, hosts: platformHosts }, actorOf(call), hote);
      return { ok: true, hote, nom: shownHost(hote) };
    },
  });

  api.add({
    method: 'GET',
    path: `${one}/etat`,
    summary:
      'Dit où mène un nom de domaine du site, ou un nom qui attend sa preuve ; rien n’est chargé à cette adresse.',
    access: ofOwners,
    answers: { 200: DomainState },
    refusals: ['introuvable', 'trop_de_tentatives'],
    handle: async ({ request, ...call }) => {
      const hote = hostOf(request);
      const { id: siteId, slug } = call.site;
      const isKnown = (await findHolder(management, hote)) === siteId || (await findClaim(management, siteId, hote));
      if (!isKnown) throw new Refusal('introuvable');
      return { hote, nom: shownHost(hote), ...(await questions.stateOf(hote, slug, actorOf(call))) };
    },
  });

  api.add({
    method: 'DELETE',
    path: one,
    summary: 'Retire un nom de domaine du site, ou une demande : qui prouve ensuite que le nom est à lui l’obtient.',
    access: { ...ofOwners, scope: 'themes' },
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ request, ...call }) => {
      await dropName(servicePools(), actorOf(call), hostOf(request));
      return { ok: true };
    },
  });
}

/** The host of the path, which may be in letters. @throws Refusal `introuvable` for what is no name */
function hostOf({ params }: FastifyRequest): string {
  const host = hostNameOf((params as { hote: string }).hote);
  if (host === null) throw new Refusal('introuvable');
  return host;
}

const toldClaim = ({ hote, jeton, cree_le, expire_le }: Claim) => ({
  ...{ hote, nom: shownHost(hote), jeton, cree_le, expire_le },
  enregistrement: recordOf(hote, jeton),
});

const recordOf = (host: string, token: string) => ({
  ...{ nom: proofNameOf(host), type: 'TXT' as const, valeur: proofTextOf(token) },
});
