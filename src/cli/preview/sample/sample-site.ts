import type { SiteContent } from '../../../../engine/index.ts';
import { articleLinks } from '../../../sites/article-links.ts';
import { articleView, listStart, listView } from '../../../sites/blog-views.ts';
import { feedView } from '../../../sites/feed-view.ts';
import { pageView } from '../../../sites/page-view.ts';
import type { View, ViewContent } from '../../../sites/views.ts';
import { HOME_PAGE } from '../../../storage/pages.ts';
import { ARTICLES_PER_PAGE, type PublicBlog, type PublicEntry } from '../../../storage/public-blogs.ts';
import { fingerprintOf } from '../../../text/fingerprint.ts';
import type { Sample } from './sample-schema.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SLUG = 'apercu';
const ID = idOf(SLUG);
/** Where the site would be: the preview itself is on this machine. */
const ADDRESS = 'https://apercu.example';

export interface SampleOptions {
  /** Id of the theme; a picture that is a bare file name is one of its assets. */
  readonly themeId: string;
  /** The present, milliseconds since 1970; ages of articles count back from it. */
  readonly now: number;
}

/** A site that is not stored: its views are made from the sample as those of a stored site are made from its rows. */
export class SampleSite {
  readonly content: SiteContent;
  readonly #sample: Sample;
  readonly #blogs: readonly PublicBlog[];
  /** The newest first. */
  readonly #articles: readonly PublicEntry[];

  constructor(sample: Sample, options: SampleOptions) {
    const { nom, description, menus, blogs } = sample;
    this.#sample = sample;
    this.content = { site: { nom, slug: SLUG, description, adresse: ADDRESS }, menus };
    this.#blogs = blogs
      .map(({ slug, titre, description: about }) => ({ id: idOf(slug), slug, titre, description: about }))
      .sort((a, b) => (a.slug < b.slug ? -1 : 1));
    this.#articles = blogs
      .flatMap(({ slug, articles }) => articles.map((article) => entryOf(article, slug, options)))
      .filter((entry) => entry !== null)
      .sort((a, b) => (a.publie_le > b.publie_le ? -1 : 1));
  }

  /** The addresses of pages, of lists and of one article. */
  get addresses(): readonly string[] {
    const [article] = this.#articles;
    const blog = this.#blogs.find(({ id }) => id === article?.blog_id);
    return [
      '/',
      ...this.#sample.pages.filter(isShown).map(({ slug }) => `/${slug}`),
      ...(this.#blogs.length > 0 ? ['/blog'] : []),
      ...this.#blogs.map(({ slug }) => `/blog/${slug}`),
      ...(article && blog ? [`/blog/${blog.slug}/${article.slug}`] : []),
    ].filter((address, place, all) => all.indexOf(address) === place);
  }

  /** The view at an address; null when there is none. */
  view(view: View | null): ViewContent | null {
    switch (view?.kind) {
      case 'page':
        return this.#page(view.slug);
      case 'blog': {
        const all = this.#articlesOf(view.blog);
        const articles = all.slice(listStart(view.page), listStart(view.page) + ARTICLES_PER_PAGE);
        return listView(view, { site: this.#name, blogs: this.#blogs, total: all.length, articles });
      }
      case 'article':
        return this.#article(view);
      case 'feed':
        return feedView(ID, view.blog, {
          site: this.#name,
          domain: null,
          blogs: this.#blogs,
          articles: this.#articlesOf(view.blog).slice(0, ARTICLES_PER_PAGE),
        });
      default:
        return null;
    }
  }

  get #name(): string {
    return this.#sample.nom;
  }

  #page(slug: string): ViewContent | null {
    const page = this.#sample.pages.find((candidate) => candidate.slug === slug && isShown(candidate));
    const { titre, gabarit = 'page', contenu } = page ?? HOME_PAGE;
    return pageView(slug, page || slug === '' ? { titre, gabarit, contenu } : null);
  }

  #article({ blog: blogSlug, article: slug }: Extract<View, { kind: 'article' }>): ViewContent | null {
    const blog = this.#blogs.find((candidate) => candidate.slug === blogSlug);
    const article = this.#articlesOf(blogSlug).find((candidate) => candidate.slug === slug);
    if (!blog || !article) return null;
    return articleView({ site: this.#name, blog, article: { ...article, contenu: articleLinks(article.contenu) } });
  }

  #articlesOf(blogSlug: string | null): readonly PublicEntry[] {
    if (blogSlug === null) return this.#articles;
    const blog = this.#blogs.find(({ slug }) => slug === blogSlug);
    return this.#articles.filter(({ blog_id }) => blog_id === blog?.id);
  }
}

const isShown = ({ publiee }: Sample['pages'][number]): boolean => publiee;

type SampleArticle = Sample['blogs'][number]['articles'][number];

/** @returns null for an article that visitors do not see */
function entryOf(article: SampleArticle, blog: string, { themeId, now }: SampleOptions): PublicEntry | null {
  const { slug, titre, extrait, contenu, image, publie, publie_le, il_y_a_jours: days } = article;
  const time = publie_le === undefined ? now - (days ?? 1) * DAY_MS : Date.parse(publie_le);
  if (!publie || Number.isNaN(time) || time > now) return null;
  const appeared = new Date(time).toISOString();
  const picture = image !== '' && !/[/:#?]/.test(image) ? `/theme-assets/${themeId}/${image}` : image;
  const id = idOf(`${blog}/${slug}`);
  const entry = { id, blog_id: idOf(blog), slug, titre, extrait, image: picture, publie_le: appeared };
  return { ...entry, maj_le: appeared, contenu };
}

/** Always the same UUID for the same name. */
function idOf(name: string): string {
  return fingerprintOf(name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
