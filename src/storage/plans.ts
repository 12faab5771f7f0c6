import type { PoolClient } from 'pg';
import { ARTICLES } from './articles.ts';
import { PAGES } from './pages.ts';

/**
 * Writes the plans of a site that have passed into their rows, under its lock: nothing that visitors see changes.
 * @returns the instant that decides what visitors see, and whether there was such a plan
 */
export async function settlePlans(
  client: PoolClient,
  siteId: string,
): Promise<{ readonly now: string; readonly hasSettled: boolean }> {
  const { rows } = await client.query<{ maintenant: string; pages: boolean; articles: boolean }>(
    `SELECT vitrine_maintenant() AS maintenant,
            EXISTS (SELECT FROM pages WHERE site_id = $1 AND (publie_le <= vitrine_maintenant()
              OR retire_le <= vitrine_maintenant() OR prevu_le <= vitrine_maintenant())) AS pages,
            EXISTS (SELECT FROM articles WHERE site_id = $1 AND (retire_le <= vitrine_maintenant()
              OR prevu_le <= vitrine_maintenant())) AS articles`,
    [siteId],
  );
  const { maintenant: now = '', pages = false, articles = false } = rows[0] ?? {};
  if (pages) await PAGES.settle(client, siteId, now);
  if (articles) await ARTICLES.settle(client, siteId, now);
  return { now, hasSettled: pages || articles };
}
