import type { PoolClient } from 'pg';
import { Refusal, siteFull } from '../errors.ts';
import type { ActName } from '../journal/acts.ts';
import { record } from '../journal/record.ts';
import { ARTICLES } from '../storage/articles.ts';
import { BLOGS } from '../storage/blogs.ts';
import { allowLongStatements } from '../storage/connection.ts';
import {
  countDeletedWith,
  findDeleted,
  forgetDeleted,
  type KeptText,
  restoreArticle,
  restoreBlog,
  restorePage,
} from '../storage/deleted-texts.ts';
import type { Doer } from '../storage/journal.ts';
import { PAGES } from '../storage/pages.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { noteDeletedUnseen } from '../storage/text-versions.ts';
import { findFreeAddress } from './addresses.ts';
import { writeContent } from './changes.ts';
import { articles, blogs, pages } from './collections.ts';
import { giveWay } from './moved-texts.ts';

/** A text that is back. */
interface Restored {
  readonly genre: KeptText['genre'];
  readonly slug: string;
}

/**
 * Gives a deleted text back, not published, with its id, and with another address where its own is taken; a blog with the articles that were
 * deleted with it. An article whose blog is gone goes to the site's first blog.
 * @throws Refusal `introuvable` when there is no such text any more, `invalid_input` when the site is full, `sans_blog`
 */
export function restoreText(db: RolePools, siteId: string, id: string, by: Doer): Promise<Restored> {
  return writeContent(db, siteId, async ({ client }) => {
    const kept = await findDeleted(client, siteId, id);
    if (!kept) throw new Refusal('introuvable');
    const slug = await RESTORE[kept.genre](client, siteId, id, kept);
    await noteDeletedUnseen(client, siteId, id);
    await forgetDeleted(client, siteId, id);
    await record(client, { siteId, act: RESTORED[kept.genre], by, details: { titre: kept.titre, id } });
    // Visitors see a blog, and none of the texts that come back.
    return { result: { genre: kept.genre, slug }, isShown: kept.genre === 'blog' };
  });
}

const RESTORED = {
  page: 'page_rendue',
  article: 'article_rendu',
  blog: 'blog_rendu',
} as const satisfies Record<KeptText['genre'], ActName>;

type Restore = (client: PoolClient, siteId: string, id: string, kept: KeptText) => Promise<string>;

const RESTORE: Readonly<Record<KeptText['genre'], Restore>> = {
  page: async (client, siteId, id, kept) => {
    if ((await PAGES.count(client, siteId)) >= pages.atMost) throw siteFull(pages.atMost, PAGES.name);
    const place = { genre: 'page', blogId: null, except: null } as const;
    const { proposee: slug } = await findFreeAddress(client, siteId, place, kept.slug);
    await restorePage(client, siteId, id, slug);
    return slug;
  },
  article: async (client, siteId, id, kept) => {
    if ((await ARTICLES.count(client, siteId)) >= articles.atMost) throw siteFull(articles.atMost, ARTICLES.name);
    const all = await BLOGS.list(client, siteId);
    const blog = all.find((one) => one.id === kept.blog_id) ?? all[0];
    if (!blog) throw new Refusal('sans_blog');
    const place = { genre: 'article', blogId: blog.id, except: null } as const;
    const { proposee: slug } = await findFreeAddress(client, siteId, place, kept.slug);
    await restoreArticle(client, siteId, id, { blogId: blog.id, slug });
    return slug;
  },
  blog: async (client, siteId, id, kept) => {
    if ((await BLOGS.count(client, siteId)) >= blogs.atMost) throw siteFull(blogs.atMost, BLOGS.name);
    const more = await countDeletedWith(client, siteId, id, kept.supprime_le);
    if ((await ARTICLES.count(client, siteId)) + more > articles.atMost) throw siteFull(articles.atMost, ARTICLES.name);
    const place = { genre: 'blog', blogId: null, except: null } as const;
    const { proposee: slug } = await findFreeAddress(client, siteId, place, kept.slug);
    const answerMs = await allowLongStatements(client);
    await restoreBlog(client, siteId, id, { slug, at: kept.supprime_le, answerMs });
    await giveWay(client, siteId, `/blog/${slug}`);
    return slug;
  },
};
