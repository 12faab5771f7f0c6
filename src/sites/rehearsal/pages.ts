import { ARTICLES_PER_PAGE } from '../../storage/public-blogs.ts';
import type { Outline, OutlineBlog } from '../../storage/public-outline.ts';
import { type View, viewAt } from '../views.ts';

/** How many pages one rehearsal has. */
const PAGES_AT_MOST = 500;
/** How many articles are rehearsed of one blog, and of all blogs. */
const ARTICLES_PER_BLOG = 4;
const ARTICLES_IN_ALL = 60;

/** An address of the site that is rehearsed. */
export interface PageToRehearse {
  /** Path and query. */
  readonly adresse: string;
  /** Null for the page of an address that leads nowhere. */
  readonly view: View | null;
}

export interface PagesToRehearse {
  readonly pages: readonly PageToRehearse[];
  /** Pages beyond the bound. */
  readonly beyond: number;
  /** Articles that are not in the sample. */
  readonly otherArticles: number;
}

/** The addresses that a rehearsal renders: the home page, pages, lists with their first and last page, some articles of each blog, the 404. */
export function pagesToRehearse({ pages, blogs }: Outline): PagesToRehearse {
  const lists = [
    ...(blogs.length > 0 ? listAddresses('/blog', sum(blogs.map(({ articles }) => articles.length))) : []),
    ...blogs.flatMap(({ slug, articles }) => listAddresses(`/blog/${slug}`, articles.length)),
  ];
  const sampled = blogs.flatMap(sampleOf).slice(0, ARTICLES_IN_ALL);
  const slugs = new Set(pages.map(({ slug }) => slug));
  const first = ['/', ...lists, ...sampled, ...notFound(slugs)].slice(0, PAGES_AT_MOST);
  const others = pages.flatMap(({ slug }) => (slug === '' ? [] : [`/${slug}`]));
  const kept = new Set([...first, ...others.slice(0, PAGES_AT_MOST - first.length)]);
  // In the order in which a person visits a site.
  const ordered = ['/', ...others, ...lists, ...sampled, ...notFound(slugs)].filter((address) => kept.has(address));
  return {
    pages: ordered.map((adresse) => ({ adresse, view: viewOf(adresse) })),
    beyond: 1 + others.length + lists.length + sampled.length + notFound(slugs).length - ordered.length,
    otherArticles: sum(blogs.map(({ articles }) => articles.length)) - sampled.length,
  };
}

/** The view at an address of this site; browsers never send its fragment. */
export function viewOf(address: string): View | null {
  const { pathname, searchParams } = new URL(address, 'http://site.invalid');
  return viewAt(decoded(pathname).replace(/^\/|\/$/g, ''), searchParams.get('page') ?? undefined);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function listAddresses(address: string, articles: number): string[] {
  const last = Math.ceil(articles / ARTICLES_PER_PAGE);
  return last > 1 ? [address, `${address}?page=${last}`] : [address];
}

/** The newest article, the oldest, and some between, evenly. */
function sampleOf({ slug, articles }: OutlineBlog): string[] {
  const places = Array.from({ length: ARTICLES_PER_BLOG }, (_, n) =>
    Math.round((n * (articles.length - 1)) / (ARTICLES_PER_BLOG - 1)),
  );
  return [...new Set(places)].flatMap((place) => {
    const article = articles[place];
    return article ? [`/blog/${slug}/${article.slug}`] : [];
  });
}

/** An address without a page, to rehearse `templates/404.json`. */
const notFound = (slugs: ReadonlySet<string>): string[] => (slugs.has('404') ? [] : ['/404']);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
