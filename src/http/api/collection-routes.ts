import { z } from 'zod';
import type { Collection } from '../../content/collection.ts';
import { articles, blogs, pages } from '../../content/collections.ts';
import type { Guard } from '../../content/guard.ts';
import * as article from '../../contract/articles.ts';
import * as blog from '../../contract/blogs.ts';
import * as page from '../../contract/pages.ts';
import * as answers from '../../contract/shared.ts';
import { uuid } from '../../contract/shared.ts';
import type { ErrorCode } from '../../errors.ts';
import type { Change } from '../../storage/content.ts';
import type { Api } from './api.ts';

/** How the API shows one kind of text. */
interface Shown<Fields, Given extends Change<Fields>> {
  readonly collection: Collection<Fields, Given>;
  readonly path: string;
  /** What the routes do, a short French sentence each. */
  readonly summaries: Readonly<Record<'read' | 'create' | 'change' | 'remove', string>>;
  /** Name of the answer's field and schema of a text: in a list, and alone. */
  readonly many: readonly [field: string, schema: z.ZodType];
  readonly one: readonly [field: string, schema: z.ZodType];
  readonly creation: z.ZodType<Given>;
  readonly change: z.ZodType<Change<Fields> & { readonly id: string; readonly garde?: Guard | undefined }>;
  /** Further codes of a refused creation, besides `adresse_prise`. */
  readonly creationRefusals?: readonly ErrorCode[];
}

const Reading = z.object({ id: uuid.optional() });

/** `/api/pages`, `/api/blogs` and `/api/articles`. */
export function collectionRoutes(api: Api): void {
  addCollection(api, {
    collection: pages,
    path: '/api/pages',
    summaries: {
      read: 'Liste les pages du site, ou donne l’une d’elles avec son contenu.',
      create: 'Ajoute une page.',
      change: 'Change les champs donnés d’une page ; avec « garde », si elle est encore telle qu’elle a été lue.',
      remove: 'Supprime une page.',
    },
    many: ['pages', page.Listed],
    one: ['page', page.Whole],
    creation: page.Creation,
    change: page.Change,
  });
  addCollection(api, {
    collection: blogs,
    path: '/api/blogs',
    summaries: {
      read: 'Liste les blogs du site, ou donne l’un d’eux.',
      create: 'Ajoute un blog.',
      change: 'Change les champs donnés d’un blog ; avec « garde », s’il est encore tel qu’il a été lu.',
      remove: 'Supprime un blog et ses articles.',
    },
    many: ['blogs', blog.Whole],
    one: ['blog', blog.Whole],
    creation: blog.Creation,
    change: blog.Change,
  });
  addCollection(api, {
    collection: articles,
    path: '/api/articles',
    summaries: {
      read: 'Liste les articles du site, ou donne l’un d’eux avec son contenu.',
      create: 'Ajoute un article à un blog.',
      change:
        'Change les champs donnés d’un article, son blog aussi ; avec « garde », s’il est encore tel qu’il a été lu.',
      remove: 'Supprime un article.',
    },
    many: ['articles', article.Listed],
    one: ['article', article.Whole],
    creation: article.Creation,
    change: article.Change,
    creationRefusals: ['introuvable'],
  });
}

function addCollection<Fields, Given extends Change<Fields>>(api: Api, shown: Shown<Fields, Given>): void {
  const { management } = api.context.database;
  const { collection, path, summaries, many, one, creationRefusals = [] } = shown;
  const write = { kind: 'site', scope: 'themes', active: true } as const;

  api.add({
    method: 'GET',
    path,
    summary: summaries.read,
    access: { kind: 'site', scope: 'lecture', active: false },
    query: Reading,
    answers: {
      200: z.union([
        z.object({ site: answers.site, [many[0]]: z.array(many[1]) }),
        z.object({ site: answers.site, [one[0]]: one[1] }),
      ]),
    },
    refusals: ['introuvable'],
    handle: async ({ site: { id, slug, nom }, query }) => ({
      site: { id, slug, nom },
      ...(query.id === undefined
        ? { [many[0]]: await collection.list(management, id) }
        : { [one[0]]: await collection.read(management, id, query.id) }),
    }),
  });

  api.add({
    method: 'POST',
    path,
    summary: summaries.create,
    access: write,
    body: shown.creation,
    answers: { 201: answers.added },
    refusals: ['adresse_prise', ...creationRefusals],
    handle: async ({ site, reply, body }) => {
      const id = await collection.create(management, site.id, body);
      return reply.code(201).send({ ok: true, id });
    },
  });

  api.add({
    method: 'PATCH',
    path,
    summary: summaries.change,
    access: write,
    body: shown.change,
    answers: { 200: answers.ok.extend({ majLe: answers.timestamp.optional() }) },
    refusals: ['introuvable', 'adresse_prise', 'autre_site', 'modifie_entre_temps'],
    handle: async ({ site, body }) => {
      const { id, garde: guard } = body;
      const majLe = await collection.change(management, site.id, { id, change: body, guard });
      return guard ? { ok: true, majLe } : { ok: true };
    },
  });

  api.add({
    method: 'DELETE',
    path,
    summary: summaries.remove,
    access: write,
    query: answers.One,
    answers: { 200: answers.ok },
    refusals: ['introuvable'],
    handle: async ({ site, query }) => {
      await collection.remove(management, site.id, query.id);
      return { ok: true };
    },
  });
}
