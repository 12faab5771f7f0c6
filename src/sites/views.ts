import type { Article, Blog, Page } from '../../engine/index.ts';
import type { Pictures } from '../../engine/pictures/facts.ts';

/** The kinds of pages that a path of a site can name. */
export type View =
  /** A page; the home page has the empty slug. */
  | { readonly kind: 'page'; readonly slug: string }
  /** The articles of one blog, or of all when it is null; lists have pages of their own, from 1 on. */
  | { readonly kind: 'blog'; readonly blog: string | null; readonly page: number }
  | { readonly kind: 'article'; readonly blog: string; readonly article: string }
  /** The newest articles of one blog, or of all when it is null, for feed readers. */
  | { readonly kind: 'feed'; readonly blog: string | null };

/** The newest articles of a blog, or of all blogs, for a feed; addresses are paths. */
export interface Feed {
  /** A UUID. */
  readonly id: string;
  readonly titre: string;
  readonly description: string;
  /** Path of the list of the same articles. */
  readonly adresse: string;
  /** The domain that is the main address of the site; null where its subdomain is. */
  readonly domain: string | null;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** A UUID. */
  readonly id: string;
  readonly titre: string;
  readonly adresse: string;
  readonly extrait: string;
  /** Address of its picture; empty without one. */
  readonly image: string;
  /** HTML; empty when the article has none, or too much. */
  readonly contenu: string;
  /** ISO timestamps, UTC. */
  readonly publie_le: string;
  readonly maj_le: string;
}

/** What a view shows, read at one version of the site's content. */
export interface ViewContent {
  /** Names of templates; the first that the theme has is rendered. */
  readonly templates: readonly string[];
  readonly page: Omit<Page, 'demande' | 'instant'>;
  readonly article?: Article;
  readonly blog?: Blog;
  /** Those of the site's library that its articles have. */
  readonly pictures?: Pictures;
  /** Content of a feed, which no theme renders. */
  readonly feed?: Feed;
  /** Name of the site, for pages of the platform itself. */
  readonly siteName?: string;
}

/** Longest slug, UTF-16 code units; none is stored that is longer. */
const SLUG_UNITS = 80;
/** A list this long has no article. */
const LAST_LIST_PAGE = 10_000;
const BLOG = 'blog';

const isSlug = (text: string): boolean => text.length <= SLUG_UNITS && /^[a-z0-9-]+$/.test(text);

/**
 * @param path decoded, without outer slashes: empty for the home page
 * @param listPage `?page=` of the address
 * @returns null when no page can have this path
 */
export function viewAt(path: string, listPage?: string): View | null {
  const [first = '', blog, article, ...more] = path.split('/');
  if (path === '') return { kind: 'page', slug: '' };
  if (more.length > 0 || ![first, blog ?? BLOG, article ?? BLOG].every(isSlug)) return null;
  if (first !== BLOG) return blog === undefined ? { kind: 'page', slug: first } : null;
  if (blog !== undefined && article !== undefined) return { kind: 'article', blog, article };
  const page = listPage === undefined ? 1 : /^[1-9]\d{0,4}$/.test(listPage) ? Number(listPage) : LAST_LIST_PAGE + 1;
  return page <= LAST_LIST_PAGE ? { kind: 'blog', blog: blog ?? null, page } : null;
}

/** @param blog null for all blogs @returns null when no blog can have this slug */
export const feedAt = (blog: string | null): View | null =>
  blog === null || isSlug(blog) ? { kind: 'feed', blog } : null;

/** One key for one view of a site; no slug has a slash. */
export function viewKey(siteId: string, view: View): string {
  switch (view.kind) {
    case 'page':
      return `${siteId}/${view.slug}`;
    case 'blog':
      return `${siteId}/blog/${view.blog ?? ''}?${view.page}`;
    case 'article':
      return `${siteId}/blog/${view.blog}/${view.article}`;
    case 'feed':
      return `${siteId}/blog/${view.blog ?? ''}.atom`;
  }
}
