import type { PublicFeed } from '../storage/public-blogs.ts';
import { addressOf, changedAt, listHead } from './blog-views.ts';
import type { ViewContent } from './views.ts';

/** @param blog slug; null for all blogs @returns null when there is no such blog, or no blog at all */
export function feedView(siteId: string, blog: string | null, list: PublicFeed | null): ViewContent | null {
  const head = list && listHead(blog, list.blogs);
  if (!list || !head) return null;
  const { site, domain, blogs, articles } = list;
  const paths = new Map(blogs.map((of) => [of.id, addressOf(of)]));
  return {
    templates: [],
    page: { titre: head.titre, slug: '', contenu: '' },
    feed: {
      id: blogs.find(({ slug }) => slug === blog)?.id ?? siteId,
      titre: blog === null ? site : `${head.titre} – ${site}`,
      description: head.description,
      adresse: head.adresse,
      domain,
      entries: articles.map(({ id, blog_id, slug, titre, extrait, image, contenu, publie_le, maj_le }) => ({
        id,
        titre,
        adresse: `${paths.get(blog_id)}/${slug}`,
        extrait,
        image,
        contenu,
        publie_le,
        maj_le: changedAt(publie_le, maj_le),
      })),
    },
    siteName: site,
  };
}
