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
  { slug, titre, extrait, image, publie_le }: Omit<PublicSummary, 'id' | 'blog_id' | 'maj_le'>,
  blog: PublicBlog,
): ArticleSummary => ({
  titre,
  extrait,
  adresse: `${addressOf(blog)}/${slug}`,
  image,
  date: publie_le,
  blog: referenceOf(blog),
});

function pagination(address: string, page: number, pages: number): Pagination {
  const at = (other: number) => (other === 1 ? address : `${address}?page=${other}`);
  return {
    page,
    pages,
    precedente: page > 1 ? at(page - 1) : '',
    suivante: page < pages ? at(page + 1) : '',
  };
}
