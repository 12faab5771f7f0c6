import type { Queryable } from './statement.ts';

/** A page, a blog or an article at an address of a site. */
export interface LinkTarget {
  readonly genre: 'page' | 'blog' | 'article';
  readonly id: string;
  /** Empty for the home page. */
  readonly slug: string;
  /** Slug of the blog of an article; null of others. */
  readonly blog: string | null;
  readonly titre: string;
  /** Whether visitors see it at this moment. */
  readonly visible: boolean;
}

/** The addresses that are looked at. */
interface Asked {
  /** Slugs. */
  readonly pages: readonly string[];
  /** Slugs. */
  readonly blogs: readonly string[];
  readonly articles: readonly { readonly blog: string; readonly slug: string }[];
}

const NOW = 'vitrine_maintenant()';
/** Whether the plans of a text let visitors see the text now. */
const IN_TIME = `coalesce(t.publie_le <= ${NOW}, true) AND coalesce(t.retire_le > ${NOW}, true)`;

/** The texts and blogs of a site that have these addresses, those included that visitors do not see. */
export async function findLinkTargets(
  db: Queryable,
  siteId: string,
  { pages, blogs, articles }: Asked,
): Promise<LinkTarget[]> {
  const { rows } = await db.query<LinkTarget>(
    `SELECT 'page' AS genre, t.id, t.slug, NULL AS blog, t.titre, (t.publiee AND ${IN_TIME}) AS visible
     FROM pages t WHERE t.site_id = $1 AND t.slug = ANY ($2::text[])
     UNION ALL SELECT 'blog', b.id, b.slug, NULL, b.titre, true
     FROM blogs b WHERE b.site_id = $1 AND b.slug = ANY ($3::text[])
     UNION ALL SELECT 'article', t.id, t.slug, b.slug, t.titre, (t.publie AND ${IN_TIME})
     FROM blogs b JOIN articles t ON t.site_id = b.site_id AND t.blog_id = b.id
     WHERE b.site_id = $1 AND t.site_id = $1 AND b.slug = ANY ($4::text[]) AND t.slug = ANY ($5::text[])`,
    [siteId, pages, blogs, articles.map(({ blog }) => blog), articles.map(({ slug }) => slug)],
  );
  return rows;
}
