import type { Queryable } from './statement.ts';

/** Which of some files the library of a site has. @param ids UUIDs */
export async function findMedia(db: Queryable, siteId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<{ id: string }>('SELECT id FROM medias WHERE site_id = $1 AND id = ANY($2::uuid[])', [
    siteId,
    ids,
  ]);
  return rows.map(({ id }) => id);
}
