import { inOrder, type Numbered } from './batch.ts';
import type { Queryable } from './statement.ts';

/** The address of a page; the slug is empty for the home page. */
interface PageAddress {
  readonly siteId: string;
  readonly slug: string;
}

export interface PublicPage {
  readonly titre: string;
  readonly gabarit: string;
  readonly contenu: string;
  readonly image?: string;
  readonly seo_titre?: string;
  readonly seo_description?: string;
}

/** Reads many pages in one statement, with the public role; null where there is none. */
export async function findPublicPages(
  db: Queryable,
  addresses: readonly PageAddress[],
): Promise<(PublicPage | null)[]> {
  const { rows } = await db.query<Numbered<PublicPage>>({
    name: 'find-public-pages',
    text: `SELECT a.n::int AS n, p.titre, p.gabarit, p.contenu, p.image, p.seo_titre, p.seo_description
           FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS a (site_id, slug, n)
           CROSS JOIN LATERAL (SELECT site_id, titre, gabarit, contenu, image, seo_titre, seo_description FROM pages_publiques
                               WHERE site_id = a.site_id AND slug = a.slug
                               GROUP BY site_id, titre, gabarit, contenu, image, seo_titre, seo_description) p
           WHERE p.site_id = ANY ($1::uuid[])`,
    values: [addresses.map((a) => a.siteId), addresses.map((a) => a.slug)],
  });
  return inOrder(addresses, rows);
}
