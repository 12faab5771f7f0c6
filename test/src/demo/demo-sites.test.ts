import { describe, expect, it } from 'vitest';
import { readDemoSites } from '../../../src/demo/demo-site.ts';
import { Creation as NewArticle } from '../../../src/http/api/bodies/articles.ts';
import { Creation as NewBlog } from '../../../src/http/api/bodies/blogs.ts';
import { Creation as NewPage } from '../../../src/http/api/bodies/pages.ts';
import { readCatalogTheme } from '../../../src/themes/catalog.ts';
import { NOBODY } from '../../support/content-api.ts';

interface Entry {
  readonly url: string;
  readonly enfants?: readonly Entry[];
}
const addressesIn = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ url, enfants = [] }) => [url, ...addressesIn(enfants)]);

/** Attributes that make a browser ask for something by itself. */
const ASKS = /\s(?:src|srcset|poster|data|style)\s*=|<(?:script|style|link|iframe|img|object|embed)\b/i;

describe.each(await readDemoSites())('the demo site of $themeId', ({ themeId, site }) => {
  const articles = site.blogs.flatMap(({ articles }) => articles);
  const contents = [...site.pages, ...articles].map(({ contenu }) => contenu);

  it('has pages, menus and a blog with articles', () => {
    expect(site.pages.length).toBeGreaterThanOrEqual(3);
    expect(Object.values(site.menus).flat().length).toBeGreaterThan(0);
    expect(articles.length).toBeGreaterThanOrEqual(4);
  });

  it('is what the API would take', () => {
    for (const page of site.pages) expect(() => NewPage.parse(page)).not.toThrow();
    for (const { articles, ...blog } of site.blogs) {
      expect(() => NewBlog.parse(blog)).not.toThrow();
      for (const article of articles) expect(() => NewArticle.parse({ ...article, blog_id: NOBODY })).not.toThrow();
    }
  });

  it('shows pictures of its theme, in an edition that the theme has', async () => {
    const theme = await readCatalogTheme(themeId);
    expect(theme?.metadata.editions.map(({ id }) => id)).toContain(site.edition);
    for (const { image } of articles) expect(Object.keys(theme?.files ?? {})).toContain(`assets/${image}`);
  });

  it('asks nothing of anybody else, and leads to what it has', () => {
    const places = [
      '/',
      '/blog',
      ...site.pages.map(({ slug }) => `/${slug}`),
      ...site.blogs.flatMap(({ slug, articles }) => [
        `/blog/${slug}`,
        ...articles.map((article) => `/blog/${slug}/${article.slug}`),
      ]),
    ];
    expect(new Set(places).size).toBe(places.length);
    const linked = contents.flatMap((text) =>
      [...text.matchAll(/href="([^"]*)"/g)].map(([, address]) => address ?? ''),
    );
    const own = [...linked, ...addressesIn(Object.values(site.menus).flat())].filter((url) => url.startsWith('/'));
    expect(own.length).toBeGreaterThan(3);
    for (const url of own) expect(places).toContain(url.split('#')[0]);
    for (const text of contents) expect(text).not.toMatch(ASKS);
  });
});
