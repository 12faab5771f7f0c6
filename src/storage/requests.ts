import type { Queryable } from './statement.ts';

/** What a visitor sent through a form of a site. */
export interface VisitorRequest {
  readonly id: string;
  readonly recue_le: string;
  /** Address of the page that it was sent from. */
  readonly page: string;
  readonly champs: unknown;
}

/** A place in the list: after the request that came then and has this id. */
export type Place = Pick<VisitorRequest, 'recue_le' | 'id'>;

/** The newest first. @param after where to go on; null to begin */
export async function listRequests(
  db: Queryable,
  siteId: string,
  { after, limit }: { after: Place | null; limit: number },
): Promise<VisitorRequest[]> {
  const { rows } = await db.query<VisitorRequest>(
    `SELECT id, recue_le, page, champs FROM demandes
     WHERE site_id = $1 AND recue_le <= coalesce($3::timestamptz, 'infinity') AND ($3 IS NULL OR recue_le < $3 OR id > $4::uuid)
     ORDER BY recue_le DESC, id LIMIT $2`,
    [siteId, limit, after?.recue_le ?? null, after?.id ?? null],
  );
  return rows;
}

/** @returns false when the site has no such request */
export async function deleteRequest(db: Queryable, siteId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('DELETE FROM demandes WHERE site_id = $1 AND id = $2', [siteId, id]);
  return rowCount === 1;
}
