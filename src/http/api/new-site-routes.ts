import { createSite } from '../../accounts/new-site.ts';
import { withCredential } from '../../accounts/service-credential.ts';
import { NewSite, ProposedNames, ProposedSites, SiteMade } from '../../contract/new-site.ts';
import type { Api } from './api.ts';

/** `/api/sites`, for browser sessions only: a site of the account's own. */
export function newSiteRoutes(api: Api): void {
  const { database, newSitePreviews, platformHosts, upgrades } = api.context;

  api.add({
    method: 'POST',
    path: '/api/sites',
    summary: 'Crée un site publié, à partir d’un thème du catalogue et de textes du métier.',
    access: { kind: 'account' },
    body: NewSite,
    answers: { 201: SiteMade },
    refusals: ['theme_inconnu', 'trop_de_sites', 'adresse_de_site_prise', 'trop_de_tentatives'],
    handle: async ({ caller: { accountId }, body: { nom: name, metier: trade, origine: origin, ...rest }, reply }) => {
      const site = await createSite(
        withCredential(database.service),
        upgrades.readCatalog,
        { name, trade, origin, ...rest },
        accountId,
        platformHosts,
      );
      return reply.code(201).send({ ok: true, ...site });
    },
  });

  api.add({
    method: 'POST',
    path: '/api/sites/apercus',
    summary:
      'Donne la page d’accueil d’un site qui n’existe pas encore, dans les thèmes qui vont le mieux à son métier.',
    access: { kind: 'account' },
    body: ProposedNames,
    answers: { 200: ProposedSites },
    refusals: [],
    handle: async ({ caller: { accountId }, body: { nom: name, metier: trade, nonce } }) => ({
      propositions: await newSitePreviews.render({ accountId, name, trade, nonce }),
    }),
  });
}
