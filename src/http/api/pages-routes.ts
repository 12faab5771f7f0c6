import { z } from 'zod';
import { changePage, createPage, defaultTemplate, readPage, removePage } from '../../content/pages.ts';
import { listPages } from '../../storage/pages.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/pages.ts';
import { collectionRoutes } from './collection-routes.ts';

const Summary = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  gabarit: z.string(),
  publiee: z.boolean(),
  maj_le: answers.timestamp,
});

/** `/api/pages`. */
export const pagesRoutes = (api: Api): void =>
  collectionRoutes(api, {
    path: '/api/pages',
    summaries: {
      read: 'Liste les pages du site, ou donne l’une d’elles avec son contenu.',
      create: 'Ajoute une page.',
      change: 'Change les champs donnés d’une page.',
      remove: 'Supprime une page.',
    },
    many: { field: 'pages', schema: Summary },
    one: { field: 'page', schema: Summary.extend({ contenu: z.string() }) },
    creation: Creation,
    change: Change,
    list: listPages,
    read: readPage,
    create: (db, siteId, { slug, titre, gabarit = defaultTemplate(slug), contenu = '', publiee = true }) =>
      createPage(db, siteId, { slug, titre, gabarit, contenu, publiee }),
    update: changePage,
    remove: removePage,
  });
