import { z } from 'zod';
import { REQUESTS_AT_ONCE, readRequests, removeRequest } from '../../content/requests.ts';
import { writeJson } from '../../text/json.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { uuid } from './input.ts';

const Reading = z.object({
  /** `suite` of an earlier reading. */
  avant: z.string().optional(),
  limite: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= REQUESTS_AT_ONCE.most)
    .optional(),
});
const Removal = z.object({ id: uuid });

const List = z.object({
  site: answers.site,
  demandes: z.array(
    z.object({
      id: answers.id,
      recue_le: answers.timestamp,
      page: z.string(),
      champs: z.record(z.string(), z.unknown()),
      ordre: z.array(z.string()).describe('Les noms des champs dans l’ordre du formulaire.'),
    }),
  ),
  suite: z.string().nullable(),
});

/** `/api/demandes`: what visitors sent (decisions, Other API routes). */
export function requestsRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/demandes';

  api.add({
    method: 'GET',
    path,
    summary: 'Donne ce que les visiteurs ont envoyé, le plus récent d’abord ; « suite » se redonne en « avant ».',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: { 200: List },
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
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await removeRequest(management, site.id, query.id);
      return { ok: true };
    },
  });
}
