import { z } from 'zod';
import { changeArticle, createArticle, readArticle, removeArticle } from '../../content/articles.ts';
import { listArticles } from '../../storage/articles.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/articles.ts';
import { uuid } from './input.ts';

const Reading = z.object({ id: uuid.optional() });
const Removal = z.object({ id: uuid });

const Summary = z.object({
  id: answers.id,
  blog_id: answers.id,
  slug: z.string(),
  titre: z.string(),
  extrait: z.string(),
  image: z.string(),
  publie: z.boolean(),
  publie_le: answers.timestamp,
  maj_le: answers.timestamp,
});
const List = z.object({ site: answers.site, articles: z.array(Summary) });
const One = z.object({ site: answers.site, article: Summary.extend({ contenu: z.string() }) });

/** `/api/articles` (decisions, Other API routes). */
export function articlesRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/articles';

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les articles du site, ou donne l’un d’eux avec son contenu.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: { 200: z.union([List, One]) },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(query.id === undefined
        ? { articles: await listArticles(management, id) }
        : { article: await readArticle(management, id, query.id) }),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Ajoute un article à un blog.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Creation,
    answers: { 201: answers.added },
    refusals: ['introuvable', 'adresse_prise'],
    handle: async ({ site, reply, body }) => {
      const { extrait = '', contenu = '', image = '', publie = true, ...given } = body;
      const id = await createArticle(management, site.id, { ...given, extrait, contenu, image, publie });
      return reply.code(201).send({ ok: true, id });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Change les champs donnés d’un article, son blog aussi.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Change,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'adresse_prise'],
    handle: async ({ site, body: { id, ...change } }) => {
      await changeArticle(management, site.id, id, change);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un article.',
    access: { kind: 'site', scope: 'themes', active: true },
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await removeArticle(management, site.id, query.id);
      return { ok: true };
    },
  });
}
