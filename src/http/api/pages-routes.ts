import { z } from 'zod';
import { changePage, createPage, defaultTemplate, readPage, removePage } from '../../content/pages.ts';
import { listPages } from '../../storage/pages.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/pages.ts';
import { uuid } from './input.ts';

const Reading = z.object({ id: uuid.optional() });
const Removal = z.object({ id: uuid });

const Summary = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  gabarit: z.string(),
  publiee: z.boolean(),
  maj_le: answers.timestamp,
});
const List = z.object({ site: answers.site, pages: z.array(Summary) });
const One = z.object({ site: answers.site, page: Summary.extend({ contenu: z.string() }) });

/** `/api/pages` (decisions, Other API routes). */
export function pagesRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/pages';

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les pages du site, ou donne l’une d’elles avec son contenu.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: { 200: z.union([List, One]) },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(query.id === undefined
        ? { pages: await listPages(management, id) }
        : { page: await readPage(management, id, query.id) }),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Ajoute une page.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Creation,
    answers: { 201: answers.added },
    refusals: ['adresse_prise'],
    handle: async ({ site, reply, body }) => {
      const { slug, titre, gabarit = defaultTemplate(slug), contenu = '', publiee = true } = body;
      const id = await createPage(management, site.id, { slug, titre, gabarit, contenu, publiee });
      return reply.code(201).send({ ok: true, id });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Change les champs donnés d’une page.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Change,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'adresse_prise'],
    handle: async ({ site, body: { id, ...change } }) => {
      await changePage(management, site.id, id, change);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime une page.',
    access: { kind: 'site', scope: 'themes', active: true },
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await removePage(management, site.id, query.id);
      return { ok: true };
    },
  });
}
