import type { Queryable } from './statement.ts';

/** A place of a site that may have links, with its texts: HTML, JSON or an address each. */
export interface LinkingPlace {
  readonly genre: 'theme' | 'page' | 'article' | 'blog' | 'menu' | 'reglages' | 'redirection';
  /** Of the theme, page, article or blog; null of others. */
  readonly id: string | null;
  readonly nom: string;
  readonly textes: readonly string[];
}

/** A part of the rows of one table. */
interface Part {
  /** Where the part before ended; null for the first one. */
  readonly after: string | null;
  /** Rows at most. */
  readonly limit: number;
  /** Bytes at most, but for the first row. */
  readonly bytes: number;
}

/** Menus, settings and blogs. */
export async function findSitePlaces(db: Queryable, siteId: string): Promise<LinkingPlace[]> {
  const { rows } = await db.query<LinkingPlace>(
    `SELECT genre, id, nom, textes FROM (
       SELECT 1 AS rang, 'menu' AS genre, NULL::uuid AS id, m.key AS nom, ARRAY[m.value::text] AS textes
         FROM menus, jsonb_each(menus) m WHERE site_id = $1
       UNION ALL SELECT 2, 'reglages', NULL, onglet, ARRAY[valeurs::text] FROM parametres WHERE site_id = $1
       UNION ALL SELECT 3, 'blog', id, titre, ARRAY[description] FROM blogs WHERE site_id = $1
     ) u ORDER BY rang, nom, id`,
    [siteId],
  );
  return rows;
}

/** The published theme, once for each file of JSON that people write, a part in the order of their paths. */
export async function findLinkingThemeFiles(
  db: Queryable,
  siteId: string,
  part: Part,
): Promise<(LinkingPlace & { readonly chemin: string })[]> {
  const { rows } = await db.query<LinkingPlace & { readonly chemin: string }>(
    `SELECT 'theme' AS genre, id, nom, ARRAY[contenu] AS textes, chemin FROM (
       SELECT *, sum(octets) OVER (ORDER BY chemin) - octets AS avant FROM (
         SELECT t.id, t.nom, f.chemin COLLATE "C" AS chemin, x.contenu, octet_length(x.contenu) AS octets
         FROM themes t JOIN fichiers f ON f.site_id = t.site_id AND f.theme_id = t.id JOIN textes x ON x.cle = f.texte
         WHERE t.site_id = $1 AND t.role = 'publie' AND ($2::text IS NULL OR f.chemin COLLATE "C" > $2)
           AND (f.chemin ~ '^(templates|sections)/.*[.]json$' OR f.chemin = 'config/settings_data.json')
         ORDER BY f.chemin COLLATE "C" LIMIT $3
       ) f
     ) q WHERE avant < $4 ORDER BY chemin`,
    [siteId, part.after, part.limit, part.bytes],
  );
  return rows;
}

/** Pages with what is written, planned and in progress of them, a part in the order of their ids. */
export async function findLinkingPages(db: Queryable, siteId: string, part: Part): Promise<LinkingPlace[]> {
  const { rows } = await db.query<LinkingPlace>(
    `SELECT 'page' AS genre, id, coalesce(nullif(titre, ''), '/' || slug) AS nom,
            array_remove(ARRAY[image, contenu, travail->>'image', travail->>'contenu', prevu->>'image', prevu->>'contenu'], NULL) AS textes
     FROM (
       SELECT *, sum(octets) OVER (ORDER BY id) - octets AS avant FROM (
         SELECT id, titre, slug, image, contenu, travail, prevu,
                octet_length(contenu) + coalesce(pg_column_size(travail), 0) + coalesce(pg_column_size(prevu), 0) AS octets
         FROM pages WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3
       ) p
     ) q WHERE avant < $4 ORDER BY id`,
    [siteId, part.after, part.limit, part.bytes],
  );
  return rows;
}

/** The same of articles, with their excerpts. */
export async function findLinkingArticles(db: Queryable, siteId: string, part: Part): Promise<LinkingPlace[]> {
  const { rows } = await db.query<LinkingPlace>(
    `SELECT 'article' AS genre, id, titre AS nom,
            array_remove(ARRAY[image, extrait, contenu, travail->>'image', travail->>'extrait', travail->>'contenu',
                               prevu->>'image', prevu->>'extrait', prevu->>'contenu'], NULL) AS textes
     FROM (
       SELECT *, sum(octets) OVER (ORDER BY id) - octets AS avant FROM (
         SELECT id, titre, image, extrait, contenu, travail, prevu,
                octet_length(contenu) + coalesce(pg_column_size(travail), 0) + coalesce(pg_column_size(prevu), 0) AS octets
         FROM articles WHERE site_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3
       ) a
     ) q WHERE avant < $4 ORDER BY id`,
    [siteId, part.after, part.limit, part.bytes],
  );
  return rows;
}

/** Redirects that lead to paths of the site, a part in the order of their addresses. */
export async function findLinkingRedirects(
  db: Queryable,
  siteId: string,
  { after, limit }: Pick<Part, 'after' | 'limit'>,
): Promise<LinkingPlace[]> {
  const { rows } = await db.query<LinkingPlace>(
    `SELECT 'redirection' AS genre, NULL AS id, de AS nom, ARRAY[vers] AS textes FROM redirections
     WHERE site_id = $1 AND ($2::text IS NULL OR de > $2) AND starts_with(vers, '/') ORDER BY de LIMIT $3`,
    [siteId, after, limit],
  );
  return rows;
}
