import { z } from 'zod';
import { changeBlog, createBlog, readBlog, removeBlog } from '../../content/blogs.ts';
import { listBlogs } from '../../storage/blogs.ts';
import * as answers from './answers.ts';
import type { Api } from './api.ts';
import { Change, Creation } from './bodies/blogs.ts';
import { collectionRoutes } from './collection-routes.ts';

const Blog = z.object({
  id: answers.id,
  slug: z.string(),
  titre: z.string(),
  description: z.string(),
  maj_le: answers.timestamp,
});

/** `/api/blogs`. */
export const blogsRoutes = (api: Api): void =>
  collectionRoutes(api, {
    path: '/api/blogs',
    summaries: {
      read: 'Liste les blogs du site, ou donne l’un d’eux.',
      create: 'Ajoute un blog.',
      change: 'Change les champs donnés d’un blog.',
      remove: 'Supprime un blog et ses articles.',
    },
    many: { field: 'blogs', schema: Blog },
    one: { field: 'blog', schema: Blog },
    creation: Creation,
    change: Change,
    list: listBlogs,
    read: readBlog,
    create: (db, siteId, { description = '', ...given }) => createBlog(db, siteId, { ...given, description }),
    update: changeBlog,
    remove: removeBlog,
  });
