import { Refusal } from '../errors.ts';
import { ARTICLES, type ArticleFields, type NewArticle } from '../storage/articles.ts';
import { BLOGS } from '../storage/blogs.ts';
import { PAGES } from '../storage/pages.ts';
import { Collection } from './collection.ts';
import { instantOf } from './instant.ts';
import { textPath } from './slugs.ts';
import { TextCollection } from './text-collection.ts';

/**
 * The home page may be removed, too: its address still shows the theme's `templates/index.json`, and the next publication makes
 * the page again.
 */
export const pages = new TextCollection({
  table: PAGES,
  genre: 'page',
  atMost: 2000,
  pathOf: (_client, _siteId, { slug }) => textPath(String(slug), null),
});

/** A blog goes with its articles. */
export const blogs = new Collection({
  table: BLOGS,
  genre: 'blog',
  atMost: 100,
  pathOf: (_client, _siteId, { slug }) => `/blog/${slug}`,
});

/** Refused besides: `invalid_input` for a time that does not exist, `introuvable` for a blog that the site does not have. */
export const articles = new TextCollection<ArticleFields, NewArticle>({
  table: ARTICLES,
  genre: 'article',
  atMost: 5000,
  prepare: async (db, fields) =>
    fields.publie_le === undefined
      ? fields
      : { ...fields, publie_le: await instantOf(db, fields.publie_le, 'publie_le') },
  pathOf: async (client, siteId, { blog_id: blogId, slug }) => {
    const blog = blogId === undefined ? null : await BLOGS.find(client, siteId, blogId);
    if (!blog) throw new Refusal('introuvable');
    return textPath(String(slug), blog.slug);
  },
  assertFits: async (client, siteId, { blog_id: blogId }) => {
    if (blogId !== undefined && !(await BLOGS.find(client, siteId, blogId))) throw new Refusal('introuvable');
  },
});
