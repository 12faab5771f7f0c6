import type { Outline } from '../../storage/public-outline.ts';
import { listStart } from '../blog-views.ts';
import { type View, viewKey } from '../views.ts';
import type { PageFacts } from './html.ts';
import { viewOf } from './pages.ts';
import type { BrokenAddress } from './report.ts';

/** Addresses with a dot that every site answers, whatever its theme: none of them is a page. */
const ALWAYS = /^\/(?:(?:robots|llms)\.txt|sitemap\.xml|polices\/.*)$/;
const FEED = /^\/blog(?:\/([a-z0-9-]+))?\.atom$/;

/** How many broken addresses of one page a report has. */
const TOLD = 50;

/** The addresses that a site answers. */
export class SiteAddresses {
  readonly #pages: ReadonlySet<string>;
  /** Slugs of articles by slug of their blog. */
  readonly #blogs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly #articles: number;

  constructor({ pages, blogs }: Outline) {
    this.#pages = new Set(pages.map(({ slug }) => slug));
    this.#blogs = new Map(blogs.map(({ slug, articles }) => [slug, new Set(articles.map((article) => article.slug))]));
    this.#articles = blogs.reduce((sum, { articles }) => sum + articles.length, 0);
  }

  /** Whether something of the content is at an address. @param address path and query */
  has(address: string): boolean {
    const path = address.split('?', 1)[0] ?? '';
    const [, feed] = FEED.exec(path) ?? [];
    if (feed !== undefined) return this.#blogs.has(feed);
    if (FEED.test(path)) return this.#blogs.size > 0;
    const view = ALWAYS.test(path) ? null : viewOf(address);
    return view ? this.#hasView(view) : ALWAYS.test(path);
  }

  #hasView(view: View): boolean {
    switch (view.kind) {
      case 'page':
        return view.slug === '' || this.#pages.has(view.slug);
      case 'article':
        return this.#blogs.get(view.blog)?.has(view.article) === true;
      case 'blog': {
        const articles = view.blog === null ? this.#articles : this.#blogs.get(view.blog)?.size;
        const isThere = view.blog === null ? this.#blogs.size > 0 : articles !== undefined;
        return isThere && (view.page === 1 || listStart(view.page) < (articles ?? 0));
      }
      case 'feed':
        return false;
    }
  }
}

/** What the site has with one of the themes. */
interface Found {
  /** Names of the theme's files in `assets`. */
  readonly assets: ReadonlyMap<string, string>;
  /** Pages of the site that this theme does not give, by `viewKey`. */
  readonly missing: ReadonlySet<string>;
}

/** The addresses of a page that would newly be answered with 404. @param before null where no theme is published */
export function brokenAddresses(
  site: SiteAddresses,
  before: { readonly facts: PageFacts | null; readonly found: Found } | null,
  after: { readonly facts: PageFacts | null; readonly found: Found },
): BrokenAddress[] {
  const known = new Set(before ? brokenOn(site, before).map(({ adresse }) => adresse) : []);
  return brokenOn(site, after)
    .filter(({ adresse }) => !known.has(adresse))
    .slice(0, TOLD);
}

function brokenOn(
  site: SiteAddresses,
  { facts, found }: { readonly facts: PageFacts | null; readonly found: Found },
): BrokenAddress[] {
  const { files = [], addresses = [] } = facts ?? {};
  const isBroken = (address: string) => {
    if (!site.has(address)) return true;
    const view = viewOf(address);
    return view !== null && found.missing.has(viewKey('', view));
  };
  return [
    ...files
      .filter((name) => !found.assets.has(`assets/${name}`))
      .map((name) => ({ adresse: `assets/${name}`, genre: 'fichier' as const })),
    ...addresses.filter(({ adresse }) => isBroken(adresse)),
  ];
}
