import type { Filing } from '../text/request-words.ts';
import type { Queryable } from './statement.ts';

/** What a visitor sent through a form of a site. */
export interface VisitorRequest {
  readonly id: string;
  readonly recue_le: string;
  /** Address of the page that it was sent from. */
  readonly page: string;
  /** Values of the fields by name, in the order of the form. An object would sort names that are numbers, so this is a map. */
  readonly champs: ReadonlyMap<string, unknown>;
  /** The names in the order of the form. */
  readonly ordre: readonly string[];
  /** When a member opened it first; null for one that nobody has read. */
  readonly lue_le: string | null;
  readonly classement: Filing;
}

export type StoredRequest = Omit<VisitorRequest, 'champs'> & { readonly champs: Readonly<Record<string, unknown>> };

/** A place in the list: after the request with this time and id. */
export type Place = Pick<VisitorRequest, 'recue_le' | 'id'>;

/** A row with its fields in the order of the form. */
export const withOrder = ({ champs, ...request }: StoredRequest): VisitorRequest => ({
  ...request,
  champs: inOrder(champs, request.ordre),
});

/** The names of `ordre` come in its order, other names come last. */
function inOrder(fields: StoredRequest['champs'], names: readonly string[]): ReadonlyMap<string, unknown> {
  const stored = new Map(Object.entries(fields));
  const ordered = new Map(names.filter((name) => stored.has(name)).map((name) => [name, stored.get(name)]));
  return new Map([...ordered, ...stored]);
}

/** Stores what a visitor sent. @param fields texts, or lists of texts, by their names, in the order of the form */
export async function insertRequest(
  db: Queryable,
  siteId: string,
  { page, fields }: { page: string; fields: ReadonlyMap<string, string | readonly string[]> },
): Promise<void> {
  // A name such as `__proto__` is safe: `fromEntries` defines properties and does not assign them.
  await db.query('INSERT INTO demandes (site_id, page, champs, ordre) VALUES ($1, $2, $3, $4)', [
    siteId,
    page,
    JSON.stringify(Object.fromEntries(fields)),
    [...fields.keys()],
  ]);
}

/**
 * Removes all but the newest requests of a site, after the commit of a new one: of requests that come at the same time the last one sees
 * all others, so that the limit holds once all are answered.
 */
export async function removeRequestsBeyond(db: Queryable, siteId: string, kept: number): Promise<void> {
  await db.query(
    `DELETE FROM demandes WHERE site_id = $1 AND id IN (
       SELECT d.id FROM demandes d,
              (SELECT recue_le, id FROM demandes WHERE site_id = $1 ORDER BY recue_le DESC, id OFFSET $2 LIMIT 1) last
       WHERE d.site_id = $1 AND d.recue_le <= last.recue_le AND (d.recue_le < last.recue_le OR d.id > last.id)
       FOR UPDATE OF d SKIP LOCKED)`,
    [siteId, kept - 1],
  );
}

/** What is changed of requests; what is left out stays. */
export interface RequestChange {
  readonly isRead: boolean | undefined;
  readonly filing: Filing | undefined;
}

/** @returns how many of these requests the site has */
export async function changeRequests(
  db: Queryable,
  siteId: string,
  ids: readonly string[],
  { isRead, filing }: RequestChange,
): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE demandes SET
       lue_le = CASE WHEN $3::boolean THEN coalesce(lue_le, statement_timestamp()) WHEN NOT $3 THEN NULL ELSE lue_le END,
       classement = coalesce($4::text, classement)
     WHERE site_id = $1 AND id = ANY ($2::uuid[])`,
    [siteId, ids, isRead ?? null, filing ?? null],
  );
  return rowCount ?? 0;
}

/** @returns how many of these requests the site had */
export async function deleteRequests(db: Queryable, siteId: string, ids: readonly string[]): Promise<number> {
  const { rowCount } = await db.query('DELETE FROM demandes WHERE site_id = $1 AND id = ANY ($2::uuid[])', [
    siteId,
    ids,
  ]);
  return rowCount ?? 0;
}

/** How many requests a site has got since, and when the last one came; null when there was none. */
export async function countRequestsSince(
  db: Queryable,
  siteId: string,
  since: string,
): Promise<{ readonly count: number; readonly last: string | null }> {
  const { rows } = await db.query<{ n: string; last: string | null }>(
    'SELECT count(*) AS n, max(recue_le) AS last FROM demandes WHERE site_id = $1 AND recue_le > $2::timestamptz',
    [siteId, since],
  );
  return { count: Number(rows[0]?.n ?? 0), last: rows[0]?.last ?? null };
}

/** The first requests of a time, the oldest first. */
export async function listRequestsSince(
  db: Queryable,
  siteId: string,
  { since, until, limit }: { readonly since: string; readonly until: string; readonly limit: number },
): Promise<VisitorRequest[]> {
  const { rows } = await db.query<StoredRequest>(
    `SELECT id, recue_le, page, champs, ordre, lue_le, classement FROM demandes
     WHERE site_id = $1 AND recue_le > $2::timestamptz AND recue_le <= $3::timestamptz ORDER BY recue_le, id LIMIT $4`,
    [siteId, since, until, limit],
  );
  return rows.map(withOrder);
}
