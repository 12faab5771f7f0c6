import { Refusal, siteFull } from '../errors.ts';
import * as stored from '../storage/blogs.ts';
import type { Change } from '../storage/content.ts';
import type { Pool } from '../storage/pool.ts';
import { changeContent, changesNothing } from './changes.ts';

export const BLOGS_PER_SITE = 100;

/** @returns its id @throws Refusal `invalid_input` when the site is full, `adresse_prise` */
export function createBlog(db: Pool, siteId: string, blog: stored.NewBlog): Promise<string> {
  return changeContent(db, siteId, async (client) => {
    if ((await stored.countBlogs(client, siteId)) >= BLOGS_PER_SITE) throw siteFull(BLOGS_PER_SITE, 'blogs');
    const id = await stored.insertBlog(client, siteId, blog);
    if (!id) throw new Refusal('adresse_prise');
    return id;
  });
}

/** Changes the given fields of a blog. @throws Refusal `introuvable`, `adresse_prise` */
export async function changeBlog(db: Pool, siteId: string, id: string, change: Change<stored.NewBlog>): Promise<void> {
  if (changesNothing(change)) return readBlog(db, siteId, id).then(() => undefined);
  await changeContent(db, siteId, async (client) => {
    if (!(await stored.updateBlog(client, siteId, id, change))) throw new Refusal('introuvable');
  });
}

/** Removes a blog with its articles. @throws Refusal `introuvable` */
export async function removeBlog(db: Pool, siteId: string, id: string): Promise<void> {
  await changeContent(db, siteId, async (client) => {
    if (!(await stored.deleteBlog(client, siteId, id))) throw new Refusal('introuvable');
  });
}

/** @throws Refusal `introuvable` */
export async function readBlog(db: Pool, siteId: string, id: string): Promise<stored.Blog> {
  const blog = await stored.findBlog(db, siteId, id);
  if (!blog) throw new Refusal('introuvable');
  return blog;
}
