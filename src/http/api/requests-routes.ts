import { readRequests, removeRequest } from '../../content/requests.ts';
import { REQUESTS_AT_ONCE, Reading, RequestList } from '../../contract/requests.ts';
import { One, ok } from '../../contract/shared.ts';
import { writeJson } from '../../text/json.ts';
import type { Api } from './api.ts';

/** `/api/demandes`: what visitors sent. */
export function requestsRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/demandes';

  api.add({
    method: 'GET',
    path,
    summary: 'Donne ce que les visiteurs ont envoyé, le plus récent d’abord ; « suite » se redonne en « avant ».',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: { 200: RequestList },
    refusals: [],
    handle: async ({ site, query, reply }) => {
      const { id, slug, nom } = site;
      const { avant: cursor, limite: limit = REQUESTS_AT_ONCE.usual } = query;
      const { requests, next } = await readRequests(management, id, { cursor, limit });
      reply.type('application/json; charset=utf-8');
      return reply.send(writeJson({ site: { id, slug, nom }, demandes: requests, suite: next }));
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime ce qu’un visiteur a envoyé.',
    access: { kind: 'site', scope: 'themes', active: true },
    query: One,
    answers: { 200: ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await removeRequest(management, site.id, query.id);
      return { ok: true };
    },
  });
}
