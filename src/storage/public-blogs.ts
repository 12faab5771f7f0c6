import { inOrder, type Numbered } from './batch.ts';
import type { Queryable } from './statement.ts';

/** A page of the articles of one blog, or of all blogs when `blog` is null; the newest first. */
interface ListAddress {
  readonly siteId: string;
  /** Its slug. */
  readonly blog: string | null;
  /** How many newer articles are passed over. */
  readonly start: number;
}

interface ArticleAddress {
  readonly siteId: string;
  /** Slug of its blog. */
  readonly blog: string;
  readonly article: string;
}

export interface PublicBlog {
  readonly id: string;
  readonly slug: string;
  readonly titre: string;
  readonly description: string;
}

/** An article as a list shows it; instants in ISO form, UTC. */
export interface PublicSummary {
  readonly id: string;
  readonly blog_id: string;
  readonly slug: string;
  readonly titre: string;
  readonly extrait: string;
  readonly image: string;
  readonly publie_le: string;
  readonly maj_le: string;
}

/** An article in a feed. */
export interface PublicEntry extends PublicSummary {
  /** Empty for those whose content would make the feed too long. */
  readonly contenu: string;
}

export interface PublicList<Entry extends PublicSummary = PublicSummary> {
  /** Name of the site. */
  readonly site: string;
  /** All blogs of the site, sorted by address. */
  readonly blogs: readonly PublicBlog[];
  /** How many articles the whole list has. */
  readonly total: number;
  readonly articles: readonly Entry[];
}

/** The newest articles of a blog, or of all blogs. */
export interface PublicFeed extends Omit<PublicList<PublicEntry>, 'total'> {
  /** The domain that is the main address of the site; null where its subdomain is. */
  readonly domain: string | null;
}

export interface PublicArticle {
  /** Name of the site. */
  readonly site: string;
  readonly blog: PublicBlog;
  readonly article: Omit<PublicEntry, 'id' | 'blog_id'> & {
    readonly seo_titre?: string;
    readonly seo_description?: string;
  };
}

/** How many articles one page of a list has. */
export const ARTICLES_PER_PAGE = 12;
/** How many articles a feed has. */
const ARTICLES_PER_FEED = 20;
/** Total length of the contents in a feed, characters; articles beyond it have no content there. */
const FEED_CHARACTERS = 200_000;

/** Formats an instant in JSON as connections print instants. */
const ISO = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

/** Joins the site's state `s`, the blog `b` and all blogs `l.blogs` to each question. */
const OF_THE_SITE = `
  JOIN etats_publics s ON s.id = q.site_id
  LEFT JOIN LATERAL (SELECT id FROM blogs_publics WHERE site_id = q.site_id AND slug = q.blog LIMIT 1) b ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(json_agg(json_build_object('id', id, 'slug', slug, 'titre', titre, 'description', description)
                             ORDER BY slug COLLATE "C"), '[]') AS blogs
    FROM blogs_publics WHERE site_id = q.site_id) l`;

/** Columns of the article `a` in a list. */
const LISTED = `
  'id', a.id, 'blog_id', a.blog_id, 'slug', a.slug, 'titre', a.titre, 'extrait', a.extrait, 'image', a.image,
  'publie_le', to_char(a.publie_le AT TIME ZONE 'UTC', ${ISO}), 'maj_le', to_char(a.maj_le AT TIME ZONE 'UTC', ${ISO})`;

/** Reads many pages of lists in one statement, with the public role; null for a site that is gone. */
export async function findPublicLists(db: Queryable, lists: readonly ListAddress[]): Promise<(PublicList | null)[]> {
  const { rows } = await db.query<Numbered<PublicList>>({
    name: 'find-public-lists',
    text: `SELECT q.n::int AS n, s.nom AS site, l.blogs, c.total, p.articles
           FROM (SELECT q.n, t.site_id, q.blog, q.debut
                 FROM unnest($1::uuid[], $2::text[], $3::int[]) WITH ORDINALITY AS q (site_id, blog, debut, n)
                 JOIN themes_publies t ON t.site_id = q.site_id WHERE t.site_id = ANY ($1::uuid[])) q
           ${OF_THE_SITE}
           CROSS JOIN LATERAL (
             SELECT count(*)::int AS total FROM articles_publics
             WHERE site_id = q.site_id AND (q.blog IS NULL OR blog_id = b.id)) c
           CROSS JOIN LATERAL (
             SELECT coalesce(json_agg(json_build_object(
                      ${LISTED})
                      ORDER BY a.publie_le DESC, a.id), '[]') AS articles
             FROM (SELECT id, blog_id, slug, titre, extrait, image, publie_le, maj_le FROM articles_publics
                   WHERE site_id = q.site_id AND (q.blog IS NULL OR blog_id = b.id)
                   ORDER BY publie_le DESC, id LIMIT $4 OFFSET q.debut) a) p`,
    values: [lists.map((l) => l.siteId), lists.map((l) => l.blog), lists.map((l) => l.start), ARTICLES_PER_PAGE],
  });
  return inOrder(lists, rows);
}

/** Reads many feeds in one statement, as `findPublicLists`: the newest articles with their content. */
export async function findPublicFeeds(
  db: Queryable,
  feeds: readonly Omit<ListAddress, 'start'>[],
): Promise<(PublicFeed | null)[]> {
  const { rows } = await db.query<Numbered<PublicFeed>>({
    name: 'find-public-feeds',
    text: `SELECT q.n::int AS n, s.nom AS site, l.blogs, p.articles,
                  (SELECT hote FROM domaines WHERE site_id = q.site_id AND principal) AS domain
           FROM (SELECT q.n, t.site_id, q.blog
                 FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS q (site_id, blog, n)
                 JOIN themes_publies t ON t.site_id = q.site_id WHERE t.site_id = ANY ($1::uuid[])) q
           ${OF_THE_SITE}
           CROSS JOIN LATERAL (
             SELECT coalesce(json_agg(json_build_object(
                      ${LISTED},
                      'contenu', CASE WHEN a.jusqu_ici <= $4 THEN a.contenu ELSE '' END)
                      ORDER BY a.publie_le DESC, a.id), '[]') AS articles
             FROM (SELECT *, sum(length(contenu)) OVER (ORDER BY publie_le DESC, id) AS jusqu_ici
                   FROM (SELECT * FROM articles_publics
                         WHERE site_id = q.site_id AND (q.blog IS NULL OR blog_id = b.id)
                         ORDER BY publie_le DESC, id LIMIT $3) AS derniers) a) p`,
    values: [feeds.map((f) => f.siteId), feeds.map((f) => f.blog), ARTICLES_PER_FEED, FEED_CHARACTERS],
  });
  return inOrder(feeds, rows);
}

/** Reads many articles with their blogs in one statement, with the public role; null where there is none. */
export async function findPublicArticles(
  db: Queryable,
  addresses: readonly ArticleAddress[],
): Promise<(PublicArticle | null)[]> {
  const { rows } = await db.query<Numbered<PublicArticle['article'] & { site: string; blog: PublicBlog }>>({
    name: 'find-public-articles',
    text: `SELECT q.n::int AS n, s.nom AS site,
                  json_build_object('id', b.id, 'slug', b.slug, 'titre', b.titre, 'description', b.description) AS blog,
                  a.slug, a.titre, a.extrait, a.contenu, a.image, a.publie_le, a.maj_le, a.seo_titre, a.seo_description
           FROM unnest($1::uuid[], $2::text[], $3::text[]) WITH ORDINALITY AS q (site_id, blog, article, n)
           JOIN etats_publics s ON s.id = q.site_id
           CROSS JOIN LATERAL (SELECT site_id, id, slug, titre, description FROM blogs_publics
                               WHERE site_id = q.site_id AND slug = q.blog GROUP BY site_id, id, slug, titre, description) b
           CROSS JOIN LATERAL (SELECT site_id, slug, titre, extrait, contenu, image, publie_le, maj_le, seo_titre, seo_description FROM articles_publics
                               WHERE site_id = b.site_id AND blog_id = b.id AND slug = q.article
                               GROUP BY site_id, slug, titre, extrait, contenu, image, publie_le, maj_le, seo_titre, seo_description) a
           WHERE b.site_id = ANY ($1::uuid[])`,
    values: [addresses.map((a) => a.siteId), addresses.map((a) => a.blog), addresses.map((a) => a.article)],
  });
  return inOrder(
    addresses,
    rows.map(({ n, site, blog, ...article }) => ({ n, site, blog, article })),
  );
}
