import type { Outline, OutlineBlog } from '../../storage/public-outline.ts';
import { escapeHtml } from '../../text/escape.ts';
import { outerPicture } from '../../text/outer-pictures.ts';

/** The extension for pictures. */
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1';

interface Place {
  readonly path: string;
  /** When the page was changed last; absent when that is not known. */
  readonly changedAt?: string | undefined;
  /** Address of its picture, as it is stored. */
  readonly image?: string;
}

/**
 * The XML of a site's map (sitemaps.org). One file holds every legal site: 2,000 pages, 100 blogs and 5,000 articles are far
 * from the 50,000 addresses that it may have.
 * @param origin scheme and host before each path
 */
export function sitemapOf(outline: Outline, origin: string): string {
  const entries = placesOf(outline).map(({ path, changedAt, image = '' }) => {
    const lastmod = changedAt === undefined ? '' : `<lastmod>${escapeHtml(changedAt)}</lastmod>`;
    const picture = outerPicture(image, origin);
    const shown = picture === null ? '' : `<image:image><image:loc>${escapeHtml(picture)}</image:loc></image:image>`;
    return `<url><loc>${escapeHtml(origin + path)}</loc>${lastmod}${shown}</url>\n`;
  });
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="${IMAGES}">\n${entries.join('')}</urlset>\n`
  );
}

/**
 * The home page always exists, from the theme: when it changes is not recorded, a picture may be its own. A list changed when the last of its articles
 * did.
 */
function placesOf({ pages, blogs }: Outline): Place[] {
  const home = pages.find(({ slug }) => slug === '');
  return [
    { path: '/', ...(home && { image: home.image }) },
    ...pages
      .filter(({ slug }) => slug !== '')
      .map(({ slug, maj_le, image }) => ({ path: `/${slug}`, changedAt: maj_le, image })),
    ...(blogs.length > 0 ? [{ path: '/blog', changedAt: lastOf(blogs.flatMap(({ articles }) => articles)) }] : []),
    ...blogs.flatMap(({ slug: blog, articles }) => [
      { path: `/blog/${blog}`, changedAt: lastOf(articles) },
      ...articles.map(({ slug, maj_le, image }) => ({ path: `/blog/${blog}/${slug}`, changedAt: maj_le, image })),
    ]),
  ];
}

/** When the last of some articles changed; absent without any. */
function lastOf(articles: OutlineBlog['articles']): string | undefined {
  const [first, ...others] = articles.map(({ maj_le }) => maj_le);
  return others.reduce(
    (last, time) => (last !== undefined && Date.parse(time) > Date.parse(last) ? time : last),
    first,
  );
}
