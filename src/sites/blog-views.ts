import type { ArticleSummary, BlogReference, Pagination } from '../../engine/index.ts';
import {
  ARTICLES_PER_PAGE,
  type PublicArticle,
  type PublicBlog,
  type PublicList,
  type PublicSummary,
} from '../storage/public-blogs.ts';
import { searchWords } from './page-view.ts';
import type { View, ViewContent } from './views.ts';

const BLOGS = '/blog';
const TITLE_OF_ALL = 'Blog';

/** The number of articles on the pages of the list before this one. */
export const listStart = (page: number): number => (page - 1) * ARTICLES_PER_PAGE;

/** A page of a list; null for a blog or a page that is not there, and for all blogs of a site that has none. */
export function listView(view: Extract<View, { kind: 'blog' }>, list: PublicList | null): ViewContent | null {
  const head = list && listHead(view.blog, list.blogs);
  if (!list || !head) return null;
  const pages = Math.max(1, Math.ceil(list.total / ARTICLES_PER_PAGE));
  if (view.page > pages) return null;
  const { site, blogs, articles } = list;
  return {
    templates: ['blog'],
    page: {
      ...{ titre: head.titre, slug: view.blog ?? 'blog', contenu: '' },
      ...{ genre: 'blog', adresse: listPage(head.adresse, view.page) },
      ...searchWords({ seo_description: head.description }),
    },
    blog: {
      ...head,
      flux: `${head.adresse}.atom`,
      articles: articles.map((article) => summaryOf(article, blogs)),
      blogs: blogs.map(referenceOf),
      pagination: pagination(head.adresse, view.page, pages),
    },
    siteName: site,
  };
}

/** The page of an article; the links of its content are as they were written (`LinkEditor`). */
export function articleView({ site, blog, article }: PublicArticle): ViewContent {
  return {
    templates: ['article'],
    page: {
      ...{ titre: article.titre, slug: article.slug, contenu: '' },
      ...{ genre: 'article', adresse: `${addressOf(blog)}/${article.slug}` },
      ...searchWords({ ...article, seo_description: article.seo_description || article.extrait }),
    },
    article: { ...summary(article, blog), contenu: article.contenu },
    siteName: site,
  };
}

/** The blog that a list is named after: its own; for the list of all blogs the only one, or a general name. @returns null for an unknown blog, or when the site has none */
export function listHead(slug: string | null, blogs: readonly PublicBlog[]): BlogReference | null {
  const blog = slug === null ? blogs[0] : blogs.find((other) => other.slug === slug);
  if (!blog) return null;
  if (slug !== null) return referenceOf(blog);
  const { titre, description } = blogs.length === 1 ? blog : { titre: TITLE_OF_ALL, description: '' };
  return { titre, description, adresse: BLOGS };
}

/** When visitors saw a text change last: not before it appeared. Instants of one form compare as texts. */
export const changedAt = (appeared: string, changed: string): string => (changed > appeared ? changed : appeared);

/** Path of the list of a blog. */
export const addressOf = ({ slug }: Pick<PublicBlog, 'slug'>): string => `${BLOGS}/${slug}`;

const referenceOf = (blog: PublicBlog): BlogReference => ({
  titre: blog.titre,
  description: blog.description,
  adresse: addressOf(blog),
});

function summaryOf(article: PublicSummary, blogs: readonly PublicBlog[]): ArticleSummary {
  const blog = blogs.find(({ id }) => id === article.blog_id);
  if (!blog) throw new Error('an article was read without its blog');
  return summary(article, blog);
}

const summary = (
  { slug, titre, extrait, image, publie_le, maj_le }: Omit<PublicSummary, 'id' | 'blog_id'>,
  blog: PublicBlog,
): ArticleSummary => ({
  titre,
  extrait,
  adresse: `${addressOf(blog)}/${slug}`,
  image,
  date: publie_le,
  modifie: changedAt(publie_le, maj_le),
  blog: referenceOf(blog),
});

/** Path of a page of a list. */
const listPage = (address: string, page: number): string => (page === 1 ? address : `${address}?page=${page}`);

function pagination(address: string, page: number, pages: number): Pagination {
  return {
    page,
    pages,
    precedente: page > 1 ? listPage(address, page - 1) : '',
    suivante: page < pages ? listPage(address, page + 1) : '',
  };
}
