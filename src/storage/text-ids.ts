import type { Queryable } from './statement.ts';

/** What has an id on a site: a page, an article, a blog, or a text that was deleted; null when nothing has the id. */
export async function kindOfId(
  client: Queryable,
  siteId: string,
  id: string,
): Promise<'page' | 'article' | 'blog' | 'supprime' | null> {
  const { rows } = await client.query<{ genre: 'page' | 'article' | 'blog' | 'supprime' }>(
    `SELECT 'page' AS genre FROM pages WHERE site_id = $1 AND id = $2
     UNION ALL SELECT 'article' FROM articles WHERE site_id = $1 AND id = $2
     UNION ALL SELECT 'blog' FROM blogs WHERE site_id = $1 AND id = $2
     UNION ALL SELECT 'supprime' FROM contenus_supprimes WHERE site_id = $1 AND id = $2`,
    [siteId, id],
  );
  return rows[0]?.genre ?? null;
}
