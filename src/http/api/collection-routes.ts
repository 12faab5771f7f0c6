import { z } from 'zod';
import { findCitations } from '../../content/citations.ts';
import { articles, blogs, pages } from '../../content/collections.ts';
import * as article from '../../contract/articles.ts';
import * as blog from '../../contract/blogs.ts';
import * as page from '../../contract/pages.ts';
import * as answers from '../../contract/shared.ts';
import { present, uuid } from '../../contract/shared.ts';
import { Citation } from '../../contract/writing.ts';
import { doerOf } from '../../journal/doers.ts';
import type { Api } from './api.ts';
import { textRoutes } from './text-routes.ts';

const Reading = z.object({
  id: uuid.optional(),
  citations: present.describe('Avec « id » : ce qui nomme l’adresse du blog, ou une adresse en dessous.'),
});

/** `/api/pages`, `/api/blogs` and `/api/articles`. */
export function collectionRoutes(api: Api): void {
  textRoutes(api, {
    collection: pages,
    path: '/api/pages',
    summaries: {
      read: 'Liste les pages du site, ou donne l’une d’elles avec son contenu, ou ses versions.',
      create: 'Ajoute une page.',
      change:
        'Change les champs donnés d’une page, son travail en cours ou ses dates ; avec « garde », si elle est encore telle qu’elle a été lue.',
      remove: 'Supprime une page ; elle peut être récupérée pendant trente jours.',
    },
    many: ['pages', page.Listed],
    one: ['page', page.Whole],
    creation: page.Creation,
    change: page.Change,
    fields: page.Shown,
  });
  blogRoutes(api);
  textRoutes(api, {
    collection: articles,
    path: '/api/articles',
    summaries: {
      read: 'Liste les articles du site, ou donne l’un d’eux avec son contenu, ou ses versions.',
      create: 'Ajoute un article à un blog.',
      change:
        'Change les champs donnés d’un article, son blog aussi, son travail en cours ou ses dates ; avec « garde », s’il est encore tel qu’il a été lu.',
      remove: 'Supprime un article ; il peut être récupéré pendant trente jours.',
    },
    many: ['articles', article.Listed],
    one: ['article', article.Whole],
    creation: article.Creation,
    change: article.Change,
    fields: article.Shown,
  });
}

/** `/api/blogs`. */
function blogRoutes(api: Api): void {
  const { management } = api.context.database;
  const path = '/api/blogs';
  const write = { kind: 'site', scope: 'themes', active: true } as const;

  async function answerTo(siteId: string, { id, citations }: z.output<typeof Reading>): Promise<object> {
    if (id === undefined) return { blogs: await blogs.list(management, siteId) };
    if (citations !== undefined) return { citations: await findCitations(management, siteId, 'blog', id) };
    return { blog: await blogs.read(management, siteId, id) };
  }

  api.add({
    method: 'GET',
    path,
    summary: 'Liste les blogs du site, ou donne l’un d’eux.',
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: {
      200: z.union([
        z.object({ site: answers.site, blogs: z.array(blog.Whole) }),
        z.object({ site: answers.site, blog: blog.Whole }),
        z.object({ site: answers.site, citations: z.array(Citation) }),
      ]),
    },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(await answerTo(id, query)),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: 'Ajoute un blog.',
    access: write,
    body: blog.Creation,
    answers: { 201: answers.added },
    refusals: ['adresse_prise'],
    handle: async ({ site, caller, reply, body }) => {
      const id = await blogs.create(management, site.id, body, doerOf(caller));
      return reply.code(201).send({ ok: true, id });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: 'Change les champs donnés d’un blog ; avec « garde », s’il est encore tel qu’il a été lu.',
    access: write,
    body: blog.Change,
    answers: { 200: answers.ok.extend({ majLe: answers.timestamp.optional() }) },
    refusals: ['introuvable', 'adresse_prise', 'autre_site', 'modifie_entre_temps'],
    handle: async ({ site, caller, body }) => {
      const { id, garde: guard, redirection: leads = true } = body;
      const by = doerOf(caller);
      const majLe = await blogs.change(management, site.id, { id, change: body, guard, leads, by });
      return guard ? { ok: true, majLe } : { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: 'Supprime un blog et ses articles ; ils peuvent être récupérés pendant trente jours.',
    access: write,
    query: answers.One,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, caller, query }) => {
      await blogs.remove(management, site.id, query.id, doerOf(caller));
      return { ok: true };
    },
  });
}
