/** Pages, blogs and articles that were deleted (docs/content.md, Deleted texts). What writes here does so under the lock of the site. */
import type { PoolClient } from 'pg';
import { shownSince, WRITTEN_NOW } from './expressions.ts';
import type { Queryable, Statement } from './statement.ts';

/** Days for which a deleted text can be had back. */
export const KEPT_DAYS = 30;

/** So many deleted texts of a site are kept; the oldest go first. */
const KEPT = 8_000;

export type DeletedGenre = 'page' | 'article' | 'blog';

/** Who deletes, and the instant, which the articles of a deleted blog share with the blog. */
interface Deleter {
  readonly author: string | null;
  readonly now: string;
  /** Deadline of a long statement, milliseconds. */
  readonly answerMs: number;
}

const PAGE = `jsonb_build_object('slug', slug, 'titre', titre, 'gabarit', gabarit, 'contenu', contenu, 'publiee', publiee, 'image', image,
  'seo_titre', seo_titre, 'seo_description', seo_description, 'publie_le', publie_le, 'retire_le', retire_le, 'travail', travail, 'prevu', prevu,
  'prevu_le', prevu_le, 'montre_le', ${shownSince()}, 'maj_le', maj_le)`;
const ARTICLE = `jsonb_build_object('blog_id', blog_id, 'slug', slug, 'titre', titre, 'extrait', extrait, 'contenu', contenu, 'image', image,
  'publie', publie, 'publie_le', publie_le, 'seo_titre', seo_titre, 'seo_description', seo_description, 'retire_le', retire_le,
  'travail', travail, 'prevu', prevu, 'prevu_le', prevu_le, 'montre_le', ${shownSince()}, 'maj_le', maj_le)`;
const TITLE = "coalesce(nullif(travail->>'titre', ''), titre)";

const KEEP: Readonly<Record<DeletedGenre, readonly string[]>> = {
  page: [
    `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur, supprime_le)
     SELECT site_id, id, 'page', ${TITLE}, ${PAGE}, $3, $4 FROM pages WHERE site_id = $1 AND id = $2`,
  ],
  article: [
    `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur, supprime_le)
     SELECT site_id, id, 'article', ${TITLE}, ${ARTICLE}, $3, $4 FROM articles WHERE site_id = $1 AND id = $2`,
  ],
  blog: [
    `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur, supprime_le)
     SELECT site_id, id, 'article', ${TITLE}, ${ARTICLE}, $3, $4 FROM articles WHERE site_id = $1 AND blog_id = $2`,
    `INSERT INTO contenus_supprimes (site_id, id, genre, titre, valeurs, auteur, supprime_le)
     SELECT site_id, id, 'blog', titre, jsonb_build_object('slug', slug, 'titre', titre, 'description', description, 'maj_le', maj_le), $3, $4
     FROM blogs WHERE site_id = $1 AND id = $2`,
  ],
};

/** Keeps the row of a text that is about to be deleted, of a blog those of its articles, too. */
export async function keepDeleted(
  client: PoolClient,
  siteId: string,
  { genre, id }: { readonly genre: DeletedGenre; readonly id: string },
  { author, now, answerMs }: Deleter,
): Promise<void> {
  for (const text of KEEP[genre]) {
    const keeping: Statement = { text, values: [siteId, id, author, now], query_timeout: answerMs };
    await client.query(keeping);
  }
  const sweeping: Statement = {
    text: `DELETE FROM contenus_supprimes WHERE site_id = $1 AND id IN (
             SELECT c.id FROM contenus_supprimes c WHERE c.site_id = $1 ORDER BY c.supprime_le DESC, c.id OFFSET $2)`,
    values: [siteId, KEPT],
    query_timeout: answerMs,
  };
  await client.query(sweeping);
}

const KEPT_SINCE = `vitrine_maintenant() - interval '${KEPT_DAYS} days'`;

/** A deleted text, without what is long of it. */
export interface KeptText {
  readonly genre: DeletedGenre;
  readonly titre: string;
  readonly slug: string;
  /** Of an article; null of others. */
  readonly blog_id: string | null;
  readonly supprime_le: string;
}

/** A text that was deleted in the last `KEPT_DAYS` days; null when there is none with this id. */
export async function findDeleted(db: Queryable, siteId: string, id: string): Promise<KeptText | null> {
  const { rows } = await db.query<KeptText>(
    `SELECT genre, titre, coalesce(valeurs->>'slug', '') AS slug, (valeurs->>'blog_id')::uuid AS blog_id, supprime_le
     FROM contenus_supprimes WHERE site_id = $1 AND id = $2 AND supprime_le > ${KEPT_SINCE}`,
    [siteId, id],
  );
  return rows[0] ?? null;
}

/** A text that was deleted. */
export interface ListedDeleted {
  readonly id: string;
  readonly genre: DeletedGenre;
  readonly titre: string;
  /** Address of the account, or name of the key; null where nobody knows. */
  readonly auteur: string | null;
  readonly supprime_le: string;
}

/** What was deleted in the last `KEPT_DAYS` days, the latest first. @param after where an earlier reading ended */
export async function listDeleted(
  db: Queryable,
  siteId: string,
  { after, limit }: { readonly after: { readonly at: string; readonly id: string } | null; readonly limit: number },
): Promise<ListedDeleted[]> {
  const { rows } = await db.query<ListedDeleted>(
    `SELECT id, genre, titre, auteur, supprime_le FROM contenus_supprimes
     WHERE site_id = $1 AND supprime_le > ${KEPT_SINCE}
       AND supprime_le <= coalesce($3::timestamptz, 'infinity') AND ($3 IS NULL OR supprime_le < $3 OR id > $4::uuid)
     ORDER BY supprime_le DESC, id LIMIT $2`,
    [siteId, limit, after?.at ?? null, after?.id ?? null],
  );
  return rows;
}

/** The work in progress that a text comes back with: a planned change is work again. */
const WORKED = `(coalesce(nullif(valeurs->'prevu', 'null'), '{}') || coalesce(nullif(valeurs->'travail', 'null'), '{}'))`;
const SAME = ['titre', 'gabarit', 'extrait', 'contenu', 'image', 'seo_titre', 'seo_description']
  .map((field) => `CASE WHEN ${WORKED}->>'${field}' = valeurs->>'${field}' THEN '${field}' END`)
  .join(', ');
const WORK = `nullif(${WORKED} - ARRAY[${SAME}]::text[], '{}')`;

/** Gives a page back, not published. @param slug its address, which is free */
export async function restorePage(client: Queryable, siteId: string, id: string, slug: string): Promise<void> {
  await client.query(
    `INSERT INTO pages (site_id, id, slug, titre, gabarit, contenu, publiee, image, seo_titre, seo_description, travail,
       maj_le, montre_le, montre_pour)
     SELECT site_id, id, $3, valeurs->>'titre', valeurs->>'gabarit', valeurs->>'contenu', false, valeurs->>'image', valeurs->>'seo_titre',
            valeurs->>'seo_description', ${WORK}, ${WRITTEN_NOW}
     FROM contenus_supprimes WHERE site_id = $1 AND id = $2`,
    [siteId, id, slug],
  );
}

/** Gives an article back, not published. @param slug its address, which is free in this blog */
export async function restoreArticle(
  client: Queryable,
  siteId: string,
  id: string,
  { blogId, slug }: { readonly blogId: string; readonly slug: string },
): Promise<void> {
  await client.query(
    `INSERT INTO articles (site_id, id, blog_id, slug, titre, extrait, contenu, publie, publie_le, image, seo_titre, seo_description, travail,
       maj_le, montre_le, montre_pour)
     SELECT site_id, id, $3, $4, valeurs->>'titre', valeurs->>'extrait', valeurs->>'contenu', false, (valeurs->>'publie_le')::timestamptz,
            valeurs->>'image', valeurs->>'seo_titre', valeurs->>'seo_description', ${WORK}, ${WRITTEN_NOW}
     FROM contenus_supprimes WHERE site_id = $1 AND id = $2`,
    [siteId, id, blogId, slug],
  );
}

/** How many articles were deleted with a blog, at the same instant. */
export async function countDeletedWith(db: Queryable, siteId: string, blogId: string, at: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM contenus_supprimes
     WHERE site_id = $1 AND genre = 'article' AND supprime_le = $3 AND valeurs->>'blog_id' = $2`,
    [siteId, blogId, at],
  );
  return rows[0]?.n ?? 0;
}

/** Gives a blog back with the articles that were deleted with it: their addresses are free in it. @param answerMs deadline of a long statement */
export async function restoreBlog(
  client: PoolClient,
  siteId: string,
  id: string,
  { slug, at, answerMs }: { readonly slug: string; readonly at: string; readonly answerMs: number },
): Promise<void> {
  await client.query(
    `INSERT INTO blogs (site_id, id, slug, titre, description)
     SELECT site_id, id, $3, valeurs->>'titre', valeurs->>'description' FROM contenus_supprimes WHERE site_id = $1 AND id = $2`,
    [siteId, id, slug],
  );
  const articles: Statement = {
    text: `INSERT INTO articles (site_id, id, blog_id, slug, titre, extrait, contenu, publie, publie_le, image, seo_titre, seo_description, travail,
             maj_le, montre_le, montre_pour)
           SELECT site_id, id, (valeurs->>'blog_id')::uuid, valeurs->>'slug', valeurs->>'titre', valeurs->>'extrait', valeurs->>'contenu', false,
                  (valeurs->>'publie_le')::timestamptz, valeurs->>'image', valeurs->>'seo_titre', valeurs->>'seo_description', ${WORK}, ${WRITTEN_NOW}
           FROM contenus_supprimes WHERE site_id = $1 AND genre = 'article' AND supprime_le = $3 AND valeurs->>'blog_id' = $2`,
    values: [siteId, id, at],
    query_timeout: answerMs,
  };
  await client.query(articles);
  const taken: Statement = {
    text: `DELETE FROM contenus_supprimes WHERE site_id = $1 AND genre = 'article' AND supprime_le = $3 AND valeurs->>'blog_id' = $2`,
    values: [siteId, id, at],
    query_timeout: answerMs,
  };
  await client.query(taken);
}

/** Forgets that a text was deleted: the text is back. */
export async function forgetDeleted(client: Queryable, siteId: string, id: string): Promise<void> {
  await client.query('DELETE FROM contenus_supprimes WHERE site_id = $1 AND id = $2', [siteId, id]);
}
