import type { Outline } from '../../storage/public-outline.ts';
import { escapeHtml } from '../../text/escape.ts';

interface Place {
  readonly path: string;
  /** When the page was changed last; absent when that is not known. */
  readonly changedAt?: string;
}

/**
 * The XML of a site's map (sitemaps.org). One file holds every legal site: 2,000 pages, 100 blogs and 5,000 articles are far
 * from the 50,000 addresses that it may have.
 * @param origin scheme and host before each path
 */
export function sitemapOf(outline: Outline, origin: string): string {
  const entries = placesOf(outline).map(({ path, changedAt }) => {
    const lastmod = changedAt === undefined ? '' : `<lastmod>${escapeHtml(changedAt)}</lastmod>`;
    return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}</url>\n`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`
  );
}

/** The home page always exists, from the theme. When it or a list of articles changes is not recorded. */
function placesOf({ pages, blogs }: Outline): Place[] {
  return [
    { path: '/' },
    ...pages.filter(({ slug }) => slug !== '').map(({ slug, maj_le }) => ({ path: `/${slug}`, changedAt: maj_le })),
    ...(blogs.length > 0 ? [{ path: '/blog' }] : []),
    ...blogs.flatMap(({ slug: blog, articles }) => [
      { path: `/blog/${blog}` },
      ...articles.map(({ slug, maj_le }) => ({ path: `/blog/${blog}/${slug}`, changedAt: maj_le })),
    ]),
  ];
}
