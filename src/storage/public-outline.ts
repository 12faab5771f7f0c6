import type { Queryable } from './statement.ts';

/** The public content of a site, by address and title; read from one snapshot. */
export interface Outline {
  readonly nom: string;
  /** The domain that is its main address; null where its subdomain is. */
  readonly domain: string | null;
  /** The owner's description of the site; empty without one. */
  readonly description: string;
  /** Published pages, sorted by address; the home page has the empty slug. */
  readonly pages: readonly OutlinePage[];
  /** Sorted by address. */
  readonly blogs: readonly OutlineBlog[];
}

interface OutlinePage {
  readonly slug: string;
  readonly titre: string;
  /** Address of its picture; empty without one, and for one that is very long. */
  readonly image: string;
  readonly maj_le: string;
}

export interface OutlineBlog {
  readonly slug: string;
  readonly titre: string;
  readonly description: string;
  /** Articles whose publication time has come, the newest first. */
  readonly articles: readonly OutlineArticle[];
}

interface OutlineArticle {
  readonly slug: string;
  readonly titre: string;
  readonly extrait: string;
  /** As of a page. */
  readonly image: string;
  /** The last change, or the publication if it came later. */
  readonly maj_le: string;
}

/** Longest address of a picture that is told. */
const PICTURE_CHARACTERS = 500;

/**
 * Reads the outline of a site with the public role. The articles are read once, whatever the number of blogs. Of long texts only the part that is
 * shown is read (src/sites/outline/llms-text.ts).
 * @returns null when the site is gone
 */
export async function findOutline(db: Queryable, siteId: string): Promise<Outline | null> {
  const { rows } = await db.query<Outline>({
    name: 'find-outline',
    text: `SELECT s.nom, (SELECT hote FROM domaines WHERE site_id = $1 AND principal) AS domain,
             coalesce((SELECT d.description FROM descriptions_publiques d WHERE d.site_id = $1), '') AS description,
             coalesce((SELECT json_agg(json_build_object('slug', p.slug, 'titre', p.titre, 'maj_le', p.maj_le,
                                                         'image', CASE WHEN length(p.image) <= $2 THEN p.image ELSE '' END)
                                       ORDER BY p.slug COLLATE "C")
                       FROM pages_publiques p WHERE p.site_id = $1), '[]') AS pages,
             coalesce((SELECT json_agg(json_build_object('slug', b.slug, 'titre', b.titre,
                                         'description', left(b.description, 400),
                                         'articles', coalesce(a.articles, '[]'))
                                       ORDER BY b.slug COLLATE "C")
                       FROM blogs_publics b
                       LEFT JOIN (SELECT blog_id, json_agg(json_build_object('slug', slug, 'titre', titre,
                                                             'extrait', left(extrait, 400),
                                                             'image', CASE WHEN length(image) <= $2 THEN image ELSE '' END,
                                                             'maj_le', greatest(maj_le, publie_le))
                                                           ORDER BY publie_le DESC, id) AS articles
                                  FROM articles_publics WHERE site_id = $1 GROUP BY blog_id) a ON a.blog_id = b.id
                       WHERE b.site_id = $1), '[]') AS blogs
           FROM etats_publics s WHERE s.id = $1`,
    values: [siteId, PICTURE_CHARACTERS],
  });
  return rows[0] ?? null;
}
