import type { Article, Blog, Page } from '../../engine/index.ts';

/** What a path of a site asks for. */
export type View =
  /** A page; the home page has the empty slug. */
  | { readonly kind: 'page'; readonly slug: string }
  /** The articles of one blog, or of all when it is null; lists have pages of their own, from 1 on. */
  | { readonly kind: 'blog'; readonly blog: string | null; readonly page: number }
  | { readonly kind: 'article'; readonly blog: string; readonly article: string };

/** What a view shows, read at one version of the site's content. */
export interface ViewContent {
  /** Names of templates; the first that the theme has is rendered. */
  readonly templates: readonly string[];
  readonly page: Omit<Page, 'demande' | 'instant'>;
  readonly article?: Article;
  readonly blog?: Blog;
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
 * @returns null when nothing can stand there
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

/** One key for one view of a site; no slug has a slash. */
export function viewKey(siteId: string, view: View): string {
  switch (view.kind) {
    case 'page':
      return `${siteId}/${view.slug}`;
    case 'blog':
      return `${siteId}/blog/${view.blog ?? ''}?${view.page}`;
    case 'article':
      return `${siteId}/blog/${view.blog}/${view.article}`;
  }
}
