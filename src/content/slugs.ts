/** Paths of a site that the platform itself answers; paths with a dot are not in the list, because no slug has a dot. */
const RESERVED_SLUGS: ReadonlySet<string> = new Set(['blog', 'contact', 'theme-assets', 'polices']);

/** Whether a page may have this address; empty for the home page. */
export const isPageSlug = (slug: string): boolean =>
  /^([a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?)?$/.test(slug) && !RESERVED_SLUGS.has(slug);

/** The path of a text on its site. @param blog slug of the blog of an article; null for a page */
export const textPath = (slug: string, blog: string | null): string =>
  blog === null ? `/${slug}` : `/blog/${blog}/${slug}`;

/** The addresses of blogs, and of articles within their blog. */
export const BLOG_SLUG = /^[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?$/;
