import { Refusal, siteFull } from '../errors.ts';
import * as stored from '../storage/blogs.ts';
import type { Change } from '../storage/content.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { changeContent, changeObject, changesNothing } from './changes.ts';

export const BLOGS_PER_SITE = 100;

/** @returns its id @throws Refusal `invalid_input` when the site is full, `adresse_prise` */
export function createBlog(db: RolePools, siteId: string, blog: stored.NewBlog): Promise<string> {
  return changeContent(db, siteId, async (client) => {
    if ((await stored.countBlogs(client, siteId)) >= BLOGS_PER_SITE) throw siteFull(BLOGS_PER_SITE, 'blogs');
    const id = await stored.insertBlog(client, siteId, blog);
    if (!id) throw new Refusal('adresse_prise');
    return id;
  });
}

/** Changes the given fields of a blog. @throws Refusal `introuvable`, `adresse_prise` */
export async function changeBlog(
  db: RolePools,
  siteId: string,
  id: string,
  change: Change<stored.NewBlog>,
): Promise<void> {
  if (changesNothing(change)) return readBlog(db, siteId, id).then(() => undefined);
  await changeObject(db, siteId, (client) => stored.updateBlog(client, siteId, id, change));
}

/** Removes a blog with its articles. @throws Refusal `introuvable` */
export function removeBlog(db: RolePools, siteId: string, id: string): Promise<void> {
  return changeObject(db, siteId, (client) => stored.deleteBlog(client, siteId, id));
}

/** @throws Refusal `introuvable` */
export async function readBlog(db: RolePools, siteId: string, id: string): Promise<stored.Blog> {
  const blog = await stored.findBlog(db, siteId, id);
  if (!blog) throw new Refusal('introuvable');
  return blog;
}
