import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  addRedirect,
  importRedirects,
  partsOfRedirects,
  readRedirect,
  readRedirects,
  removeRedirect,
} from '../../content/redirects.ts';
import {
  Added,
  Addition,
  Brought,
  OneRedirect,
  REDIRECTS_AT_ONCE,
  Reading,
  Redirect,
  RedirectList,
} from '../../contract/redirects.ts';
import * as answers from '../../contract/shared.ts';
import type { ErrorCode } from '../../errors.ts';
import { doerOf } from '../../journal/doers.ts';
import { record } from '../../journal/record.ts';
import type { MemberSite } from '../../storage/sites.ts';
import { CSV_START, csvRow } from '../../text/csv.ts';
import { hostsOfSite } from '../site-hosts.ts';
import type { Api } from './api.ts';

const ADDRESS_REFUSALS: readonly ErrorCode[] = ['depart_refuse', 'adresse_reservee'];

/** `/api/redirections` (docs/redirects.md). */
export function redirectsRoutes(api: Api): void {
  const { database, publicAddress, sitesDomain } = api.context;
  const { management } = database;
  const path = '/api/redirections';
  const read = { kind: 'site', scope: 'lecture', active: false, sessionOnly: true } as const;
  const write = { kind: 'site', scope: 'themes', active: true, sessionOnly: true } as const;

  const hostsOf = (site: MemberSite, request: FastifyRequest) =>
    hostsOfSite({ management, publicAddress, sitesDomain }, site, request.raw);

  api.add({
    method: 'GET',
    path,
    summary: 'Donne les redirections du site, les dernières d’abord, ou celle d’une adresse.',
    access: read,
    query: Reading,
    answers: { 200: z.union([RedirectList, z.object({ site: answers.site, redirection: Redirect })]) },
    refusals: ['introuvable', ...ADDRESS_REFUSALS],
    handle: async ({ site, query: { q: words = '', de, apres: cursor, limite }, request }) => {
      const { id, slug, nom } = site;
      const named = { site: { id, slug, nom } };
      if (de !== undefined) {
        const own = await hostsOf(site, request);
        return { ...named, redirection: await readRedirect(management, id, { from: de, own }) };
      }
      const limit = limite ?? REDIRECTS_AT_ONCE.usual;
      const { redirects, next, total } = await readRedirects(management, id, { words, cursor, limit });
      return { ...named, redirections: redirects, suite: next, total };
    },
  });

  api.add({
    method: 'GET',
    path: `${path}/export`,
    summary: 'Donne toutes les redirections du site en CSV : « vers » est vide où la page n’existe plus.',
    access: read,
    answers: { 200: null },
    refusals: [],
    handle: async ({ site, caller, reply }) => {
      await record(management, { siteId: site.id, act: 'export_redirections', by: doerOf(caller), details: {} });
      return reply
        .headers({
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': `attachment; filename="redirections-${site.slug}.csv"`,
        })
        .send(Readable.from(csvOf(partsOfRedirects(management, site.id))));
    },
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Ajoute une redirection, ou celles d’une liste ; une autre de la même adresse est remplacée.',
    access: write,
    body: Addition,
    answers: { 200: z.union([Added, Brought]) },
    refusals: [...ADDRESS_REFUSALS, 'cible_refusee', 'boucle_de_redirections'],
    handle: async ({ site, body, request }) => {
      const own = await hostsOf(site, request);
      if ('de' in body) return { ok: true, ...(await addRedirect(management, site.id, { wish: body, own })) };
      const { added, refused } = await importRedirects(management, site.id, { wishes: body.redirections, own });
      return { ok: true, ajoutees: added, refusees: refused };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Retire une redirection.',
    access: write,
    query: OneRedirect,
    answers: { 200: answers.ok },
    refusals: ['introuvable', ...ADDRESS_REFUSALS],
    handle: async ({ site, query, request }) => {
      await removeRedirect(management, site.id, { from: query.de, own: await hostsOf(site, request) });
      return { ok: true };
    },
  });
}

/** The file of redirects, which the studio reads back. */
async function* csvOf(parts: ReturnType<typeof partsOfRedirects>): AsyncGenerator<string> {
  yield CSV_START + csvRow(['de', 'vers', 'dessous']);
  for await (const part of parts) {
    yield part.map(({ de, vers, dessous }) => csvRow([de, vers ?? '', dessous ? 'oui' : ''])).join('');
  }
}
