import { Readable } from 'node:stream';
import type { z } from 'zod';
import { changeRequests, type RequestWish, readRequests, removeRequests } from '../../content/requests.ts';
import { exportRequests } from '../../content/requests-export.ts';
import {
  REQUESTS_AT_ONCE,
  Reading,
  RequestChanges,
  RequestList,
  RequestRemoval,
  RequestSelection,
  RequestsChanged,
  RequestsRemoved,
} from '../../contract/requests.ts';
import { doerOf } from '../../journal/doers.ts';
import { record } from '../../journal/record.ts';
import { writeJson } from '../../text/json.ts';
import { type Api, actorOf } from './api.ts';
import { TableAdmission } from './transfer-admission.ts';

/** `/api/demandes`: what visitors sent. Readers of a site get none of it. */
export function requestsRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/demandes';
  const tables = new TableAdmission();

  api.add({
    method: 'GET',
    path,
    summary: 'Donne ce que les visiteurs ont envoyé, le plus récent d’abord ; « suite » se redonne en « avant ».',
    access: { kind: 'site', scope: 'lecture', active: false, requests: true },
    query: Reading,
    answers: { 200: RequestList },
    refusals: [],
    handle: async ({ site, query, reply }) => {
      const { id, slug, nom } = site;
      const { avant: cursor, limite: limit = REQUESTS_AT_ONCE.usual } = query;
      const { requests, next } = await readRequests(management, id, wishOf(query), { cursor, limit });
      reply.type('application/json; charset=utf-8');
      return reply.send(writeJson({ site: { id, slug, nom }, demandes: requests, suite: next }));
    },
  });

  api.add({
    method: 'GET',
    path: `${path}/export`,
    summary: 'Donne ce que les visiteurs ont envoyé en un tableau CSV.',
    access: { kind: 'site', scope: 'lecture', active: false, sessionOnly: true, requests: true },
    query: RequestSelection,
    answers: { 200: null },
    refusals: [],
    handle: async ({ site, caller, query, reply }) => {
      tables.admit(actorOf({ caller, site }), reply);
      const pieces = await exportRequests(management, site.id, wishOf(query));
      await record(management, { siteId: site.id, act: 'export_demandes', by: doerOf(caller), details: {} });
      const day = new Date().toISOString().slice(0, 10);
      reply
        .type('text/csv; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="demandes-${site.slug}-${day}.csv"`);
      return reply.send(Readable.from(pieces));
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Marque comme lu ou non, et classe, ce que les visiteurs ont envoyé.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: RequestChanges,
    answers: { 200: RequestsChanged },
    refusals: ['introuvable'],
    handle: async ({ site, body: { ids, lue: isRead, classement: filing } }) => ({
      ok: true,
      nombre: await changeRequests(management, site.id, ids, { isRead, filing }),
    }),
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime ce que des visiteurs ont envoyé.',
    access: { kind: 'site', scope: 'themes', active: true },
    query: RequestRemoval,
    answers: { 200: RequestsRemoved },
    refusals: ['introuvable'],
    handle: async ({ site, caller, query: { id, ids = [] } }) => {
      const nombre = await removeRequests(management, site.id, id === undefined ? ids : [id], doerOf(caller));
      return { ok: true, ...(id === undefined && { nombre }) };
    },
  });
}

const wishOf = (query: z.output<typeof RequestSelection>): RequestWish => ({
  filing: query.classement ?? null,
  isUnread: query.non_lues !== undefined,
  typed: query.q ?? '',
});
