import type { PoolClient } from 'pg';
import { Refusal, siteFull } from '../errors.ts';
import * as stored from '../storage/articles.ts';
import { findBlog } from '../storage/blogs.ts';
import type { Change } from '../storage/content.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { changeContent, changeObject, changesNothing } from './changes.ts';
import { instantOf } from './instant.ts';

export const ARTICLES_PER_SITE = 5000;

/**
 * @returns its id
 * @throws Refusal `introuvable` when the site has no such blog, `invalid_input` when it is full, `adresse_prise`
 */
export async function createArticle(db: RolePools, siteId: string, article: stored.NewArticle): Promise<string> {
  const dated = await withInstant(db, article);
  return changeContent(db, siteId, async (client) => {
    await assertBlog(client, siteId, article.blog_id);
    if ((await stored.countArticles(client, siteId)) >= ARTICLES_PER_SITE) {
      throw siteFull(ARTICLES_PER_SITE, 'articles');
    }
    const id = await stored.insertArticle(client, siteId, dated);
    if (!id) throw new Refusal('adresse_prise');
    return id;
  });
}

/** Changes the given fields of an article, its blog too. @throws Refusal `invalid_input`, `introuvable`, `adresse_prise` */
export async function changeArticle(
  db: RolePools,
  siteId: string,
  id: string,
  change: Change<stored.ArticleFields>,
): Promise<void> {
  if (changesNothing(change)) return readArticle(db, siteId, id).then(() => undefined);
  const dated = await withInstant(db, change);
  await changeObject(db, siteId, async (client) => {
    if (change.blog_id !== undefined) await assertBlog(client, siteId, change.blog_id);
    return stored.updateArticle(client, siteId, id, dated);
  });
}

/** @throws Refusal `introuvable` */
export function removeArticle(db: RolePools, siteId: string, id: string): Promise<void> {
  return changeObject(db, siteId, (client) => stored.deleteArticle(client, siteId, id));
}

/** @throws Refusal `introuvable` */
export async function readArticle(db: RolePools, siteId: string, id: string): Promise<stored.Article> {
  const article = await stored.findArticle(db, siteId, id);
  if (!article) throw new Refusal('introuvable');
  return article;
}

async function withInstant<T extends { readonly publie_le?: string | undefined }>(
  db: RolePools,
  fields: T,
): Promise<T> {
  return fields.publie_le === undefined ? fields : { ...fields, publie_le: await instantOf(db, fields.publie_le) };
}

async function assertBlog(client: PoolClient, siteId: string, blogId: string): Promise<void> {
  if (!(await findBlog(client, siteId, blogId))) throw new Refusal('introuvable');
}
