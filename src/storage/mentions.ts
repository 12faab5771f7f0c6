import type { Queryable } from './statement.ts';

/** A place of a site that names something: a file of the library, the address of a text. */
export interface Mention {
  readonly genre: 'theme' | 'brouillon' | 'version' | 'page' | 'article' | 'blog' | 'menu' | 'reglages';
  /** Of the theme, page, article or blog; null of menus and settings. */
  readonly id: string | null;
  readonly nom: string;
}

/** What is looked for. */
interface Named {
  /** Stands in every text that names the thing. */
  readonly part: string;
  /** Regular expression of PostgreSQL that such a text fulfils besides; null for none. */
  readonly pattern: string | null;
  /** A page or an article that is not looked at; null for none. */
  readonly except: string | null;
}

/** So many places are told. */
const TOLD = 50;

/** Whether the column `t` of `x` names the thing. */
const NAMES = 'strpos(x.t, $2) > 0 AND ($3::text IS NULL OR x.t ~ $3)';

/**
 * The places of a site that name something, work in progress and planned changes of texts included, at most `TOLD`: first what visitors see, last
 * what is only kept of older versions of themes.
 */
export async function findMentions(
  db: Queryable,
  siteId: string,
  { part, pattern, except }: Named,
): Promise<Mention[]> {
  const { rows } = await db.query<Mention>(
    `WITH textes_nommant AS MATERIALIZED (
       SELECT x.cle FROM (
         SELECT c.cle, c.contenu AS t FROM (
           SELECT texte FROM fichiers WHERE site_id = $1 UNION SELECT texte FROM fichiers_remplaces WHERE site_id = $1
         ) f JOIN textes c ON c.cle = f.texte
       ) x WHERE ${NAMES}
     ), presents AS MATERIALIZED (
       SELECT DISTINCT theme_id FROM fichiers WHERE site_id = $1 AND texte IN (SELECT cle FROM textes_nommant)
     ), anciens AS MATERIALIZED (
       SELECT DISTINCT theme_id FROM fichiers_remplaces WHERE site_id = $1 AND texte IN (SELECT cle FROM textes_nommant)
     )
     SELECT genre, id, nom FROM (
       SELECT 1 AS rang, CASE role WHEN 'publie' THEN 'theme' ELSE 'brouillon' END AS genre, id, nom
         FROM themes WHERE site_id = $1 AND id IN (SELECT theme_id FROM presents)
       UNION ALL SELECT 2, 'page', p.id, coalesce(nullif(p.titre, ''), '/' || p.slug) FROM pages p
         WHERE p.site_id = $1 AND p.id IS DISTINCT FROM $4::uuid AND EXISTS (
           SELECT FROM (VALUES (p.image), (p.contenu), (p.travail::text), (p.prevu::text)) x (t) WHERE ${NAMES})
       UNION ALL SELECT 3, 'article', a.id, a.titre FROM articles a
         WHERE a.site_id = $1 AND a.id IS DISTINCT FROM $4::uuid AND EXISTS (
           SELECT FROM (VALUES (a.image), (a.extrait), (a.contenu), (a.travail::text), (a.prevu::text)) x (t) WHERE ${NAMES})
       UNION ALL SELECT 4, 'blog', b.id, b.titre FROM blogs b
         WHERE b.site_id = $1 AND EXISTS (SELECT FROM (VALUES (b.description)) x (t) WHERE ${NAMES})
       UNION ALL SELECT 5, 'menu', NULL, m.key FROM menus, jsonb_each(menus) m
         WHERE site_id = $1 AND EXISTS (SELECT FROM (VALUES (m.value::text)) x (t) WHERE ${NAMES})
       UNION ALL SELECT 6, 'reglages', NULL, onglet FROM parametres
         WHERE site_id = $1 AND EXISTS (SELECT FROM (VALUES (valeurs::text)) x (t) WHERE ${NAMES})
       UNION ALL SELECT 7, 'version', id, nom FROM themes
         WHERE site_id = $1 AND id IN (SELECT theme_id FROM anciens) AND id NOT IN (SELECT theme_id FROM presents)
     ) u ORDER BY rang, genre DESC, nom, id LIMIT ${TOLD}`,
    [siteId, part, pattern, except],
  );
  return rows;
}

/** What has an address on a site. */
export type TextGenre = 'page' | 'article' | 'blog';

/** Path of a page, an article or a blog, and the hosts of its site that are known: the first name of those under the sites' domain, and whole ones. */
interface PlaceOnWeb {
  readonly path: string;
  readonly slug: string;
  readonly hosts: readonly string[];
}

/** Where a page, an article or a blog of a site is; null when the site has no such text. */
export async function findPlaceOnWeb(
  db: Queryable,
  siteId: string,
  genre: TextGenre,
  id: string,
): Promise<PlaceOnWeb | null> {
  const { rows } = await db.query<PlaceOnWeb>(
    `SELECT t.path, s.slug, ARRAY(SELECT d.hote FROM domaines d WHERE d.site_id = $1) AS hosts
     FROM (
       SELECT '/' || p.slug AS path FROM pages p WHERE p.site_id = $1 AND p.id = $2 AND $3::text = 'page'
       UNION ALL SELECT '/blog/' || b.slug || '/' || a.slug FROM articles a JOIN blogs b ON b.site_id = a.site_id AND b.id = a.blog_id
           WHERE a.site_id = $1 AND a.id = $2 AND $3 = 'article'
       UNION ALL SELECT '/blog/' || b.slug FROM blogs b WHERE b.site_id = $1 AND b.id = $2 AND $3 = 'blog'
     ) t, sites s WHERE s.id = $1`,
    [siteId, id, genre],
  );
  return rows[0] ?? null;
}
