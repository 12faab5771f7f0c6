import { z } from 'zod';
import { changeArticle, createArticle, readArticle, removeArticle } from '../../content/articles.ts';
import { listArticles } from '../../storage/articles.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/articles.ts';
import { collectionRoutes } from './collection-routes.ts';

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

/** `/api/articles`. */
export const articlesRoutes = (api: Api): void =>
  collectionRoutes(api, {
    path: '/api/articles',
    summaries: {
      read: 'Liste les articles du site, ou donne l’un d’eux avec son contenu.',
      create: 'Ajoute un article à un blog.',
      change: 'Change les champs donnés d’un article, son blog aussi.',
      remove: 'Supprime un article.',
    },
    many: { field: 'articles', schema: Summary },
    one: { field: 'article', schema: Summary.extend({ contenu: z.string() }) },
    creation: Creation,
    change: Change,
    creationRefusals: ['introuvable'],
    list: listArticles,
    read: readArticle,
    create: (db, siteId, { extrait = '', contenu = '', image = '', publie = true, ...given }) =>
      createArticle(db, siteId, { ...given, extrait, contenu, image, publie }),
    update: changeArticle,
    remove: removeArticle,
  });
