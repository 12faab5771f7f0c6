import { withCredential } from '../../accounts/service-credential.ts';
import { isFreeSlug, nameOwnSite, proposeSlug } from '../../accounts/site-names.ts';
import {
  AddressAnswer,
  AddressQuestion,
  MainAddress,
  MainAddressChosen,
  OwnSite,
  SiteNamed,
  SiteNaming,
} from '../../contract/sites.ts';
import { chooseMainName } from '../../domains/main-name.ts';
import { findDomains } from '../../storage/domains.ts';
import { formerSlugs } from '../../storage/slugs.ts';
import type { Api } from './api.ts';

/** `/api/site` and `/api/sites/adresse`, for browser sessions only: the name of a site, and its addresses. */
export function siteRoutes(api: Api): void {
  const { database, domainQuestions: questions, login, platformHosts } = api.context;
  const { management } = database;

  api.add({
    method: 'GET',
    path: '/api/site',
    summary: 'Donne le nom d’un site, ses adresses et celles d’avant.',
    access: { kind: 'site', scope: 'lecture', active: false, sessionOnly: true },
    answers: { 200: OwnSite },
    refusals: [],
    handle: async ({ site: { id, slug, nom } }) => {
      const { hosts, main } = await findDomains(management, id);
      const anciennes = await formerSlugs(management, id);
      return { id, slug, nom, anciennes, domaines: [...hosts], domaine_principal: main };
    },
  });

  api.add({
    method: 'PUT',
    path: '/api/site/adresse-principale',
    summary: 'Choisit le nom de domaine dont l’adresse principale du site est faite.',
    access: { kind: 'site', scope: 'themes', active: true, sessionOnly: true, owner: true },
    body: MainAddress,
    answers: { 200: MainAddressChosen },
    refusals: ['introuvable', 'domaine_ailleurs', 'trop_de_tentatives'],
    handle: async ({ caller: { accountId }, site: { id: siteId, slug }, body: { hote: host } }) => {
      const { db } = withCredential(login.services);
      await chooseMainName({ db, questions }, { siteId, slug, accountId }, host);
      return { ok: true, hote: host };
    },
  });

  api.add({
    method: 'PATCH',
    path: '/api/site',
    summary: 'Renomme un site ou change son adresse ; l’ancienne adresse mène à la nouvelle.',
    access: { kind: 'site', scope: 'themes', active: true, sessionOnly: true, owner: true },
    body: SiteNaming,
    answers: { 200: SiteNamed },
    refusals: ['adresse_de_site_prise', 'trop_de_tentatives'],
    handle: async ({ caller: { accountId }, site, body: { nom: name, slug } }) => {
      const own = { siteId: site.id, accountId };
      await nameOwnSite(withCredential(login.services), own, { name, slug }, platformHosts);
      return { ok: true, site: { id: site.id, slug: slug ?? site.slug, nom: name ?? site.nom } };
    },
  });

  api.add({
    method: 'GET',
    path: '/api/sites/adresse',
    summary: 'Propose une adresse libre pour le nom d’un site, ou dit si une adresse est libre.',
    access: { kind: 'account' },
    query: AddressQuestion,
    answers: { 200: AddressAnswer },
    refusals: [],
    handle: async ({ query: { nom: name, slug } }) =>
      slug === undefined
        ? { slug: await proposeSlug(management, name ?? '', platformHosts), libre: true }
        : { slug, libre: await isFreeSlug(management, slug, platformHosts) },
  });
}
