import type { Change } from './content.ts';
import { laterThan } from './expressions.ts';
import type { Queryable } from './statement.ts';

/** What an author gives of an article. */
export interface ArticleFields {
  readonly blog_id: string;
  readonly slug: string;
  readonly titre: string;
  readonly extrait: string;
  readonly contenu: string;
  readonly image: string;
  readonly publie: boolean;
  readonly publie_le: string;
}

/** An article in a list. */
export interface ArticleSummary extends Omit<ArticleFields, 'contenu'> {
  readonly id: string;
  readonly maj_le: string;
}

export interface Article extends ArticleSummary {
  readonly contenu: string;
}

/** Published now when it does not say otherwise. */
export type NewArticle = Omit<ArticleFields, 'publie_le'> & Change<Pick<ArticleFields, 'publie_le'>>;

const SUMMARY = 'id, blog_id, slug, titre, extrait, image, publie, publie_le, maj_le';

/** The newest first. */
export async function listArticles(db: Queryable, siteId: string): Promise<ArticleSummary[]> {
  const { rows } = await db.query<ArticleSummary>(
    `SELECT ${SUMMARY} FROM articles WHERE site_id = $1 ORDER BY publie_le DESC, id`,
    [siteId],
  );
  return rows;
}

export async function findArticle(db: Queryable, siteId: string, id: string): Promise<Article | null> {
  const { rows } = await db.query<Article>(`SELECT ${SUMMARY}, contenu FROM articles WHERE site_id = $1 AND id = $2`, [
    siteId,
    id,
  ]);
  return rows[0] ?? null;
}

export async function countArticles(db: Queryable, siteId: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>('SELECT count(*)::int AS n FROM articles WHERE site_id = $1', [
    siteId,
  ]);
  return rows[0]?.n ?? 0;
}

/** Adds an article unless its address is taken in its blog. @returns its id, or null when it was. */
export async function insertArticle(db: Queryable, siteId: string, article: NewArticle): Promise<string | null> {
  const { blog_id, slug, titre, extrait, contenu, image, publie, publie_le } = article;
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO articles (site_id, blog_id, slug, titre, extrait, contenu, image, publie, publie_le)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, coalesce($9, statement_timestamp()))
     ON CONFLICT (site_id, blog_id, slug) DO NOTHING RETURNING id`,
    [siteId, blog_id, slug, titre, extrait, contenu, image, publie, publie_le],
  );
  return rows[0]?.id ?? null;
}

/** @returns false when the site has no such article. @throws what `isTaken` recognises */
export async function updateArticle(
  db: Queryable,
  siteId: string,
  id: string,
  change: Change<ArticleFields>,
): Promise<boolean> {
  const { blog_id, slug, titre, extrait, contenu, image, publie, publie_le } = change;
  const { rowCount } = await db.query(
    `UPDATE articles SET blog_id = coalesce($3, blog_id), slug = coalesce($4, slug), titre = coalesce($5, titre),
       extrait = coalesce($6, extrait), contenu = coalesce($7, contenu), image = coalesce($8, image),
       publie = coalesce($9, publie), publie_le = coalesce($10, publie_le), maj_le = ${laterThan('maj_le')}
     WHERE site_id = $1 AND id = $2`,
    [siteId, id, blog_id, slug, titre, extrait, contenu, image, publie, publie_le],
  );
  return rowCount === 1;
}

/** @returns false when the site has no such article */
export async function deleteArticle(db: Queryable, siteId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM articles WHERE site_id = $1 AND id = $2', [siteId, id]);
  return rowCount === 1;
}
