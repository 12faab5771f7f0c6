import { z } from 'zod';
import { changeBlog, createBlog, readBlog, removeBlog } from '../../content/blogs.ts';
import { listBlogs } from '../../storage/blogs.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/blogs.ts';
import { uuid } from './input.ts';

const Reading = z.object({ id: uuid.optional() });
const Removal = z.object({ id: uuid });

const Blog = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  description: z.string(),
  maj_le: answers.timestamp,
});
const List = z.object({ site: answers.site, blogs: z.array(Blog) });
const One = z.object({ site: answers.site, blog: Blog });

/** `/api/blogs` (decisions, Other API routes). */
export function blogsRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/blogs';

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les blogs du site, ou donne l’un d’eux.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: { 200: z.union([List, One]) },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(query.id === undefined
        ? { blogs: await listBlogs(management, id) }
        : { blog: await readBlog(management, id, query.id) }),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Ajoute un blog.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Creation,
    answers: { 201: answers.added },
    refusals: ['adresse_prise'],
    handle: async ({ site, reply, body: { slug, titre, description = '' } }) => {
      const id = await createBlog(management, site.id, { slug, titre, description });
      return reply.code(201).send({ ok: true, id });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Change les champs donnés d’un blog.',
    access: { kind: 'site', scope: 'themes', active: true },
    body: Change,
    answers: { 200: answers.ok },
    refusals: ['introuvable', 'adresse_prise'],
    handle: async ({ site, body: { id, ...change } }) => {
      await changeBlog(management, site.id, id, change);
      return { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un blog et ses articles.',
    access: { kind: 'site', scope: 'themes', active: true },
    query: Removal,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await removeBlog(management, site.id, query.id);
      return { ok: true };
    },
  });
}
