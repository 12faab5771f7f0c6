import { findBrokenLinks } from '../../content/broken-links.ts';
import { BrokenLinks, Reading } from '../../contract/broken-links.ts';
import { hostsOfSite } from '../site-hosts.ts';
import type { Api } from './api.ts';

/** `/api/liens-casses`, for browser sessions only: links inside a site that lead nowhere. */
export function brokenLinksRoutes(api: Api): void {
  const { database, publicAddress, sitesDomain } = api.context;
  const { management } = database;
  api.add({
    method: 'GET',
    path: '/api/liens-casses',
    summary: 'Donne les liens du site qui ne mènent nulle part, une partie du site après l’autre.',
    access: { kind: 'site', scope: 'lecture', active: false, sessionOnly: true },
    query: Reading,
    answers: { 200: BrokenLinks },
    refusals: [],
    handle: async ({ site, query: { apres: cursor }, request }) => {
      const { id, slug, nom } = site;
      const hosts = await hostsOfSite({ management, publicAddress, sitesDomain }, site, request.raw);
      const { links, omitted, next } = await findBrokenLinks(management, id, { hosts, cursor });
      return { site: { id, slug, nom }, liens: links, omises: omitted, suite: next };
    },
  });
}
