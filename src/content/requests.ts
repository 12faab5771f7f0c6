import { Refusal } from '../errors.ts';
import type { Pool } from '../storage/pool.ts';
import * as stored from '../storage/requests.ts';
import { instantOf } from './instant.ts';

/** How many requests one reading gives. */
export const REQUESTS_AT_ONCE = { most: 200, usual: 50 } as const;

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * What visitors sent, the newest first. The cursor names a place in time, so that what is removed or received meanwhile makes
 * nothing appear twice or go missing.
 * @param cursor where an earlier reading ended
 * @returns the requests, and the cursor to go on with; null when there are no more
 * @throws Refusal `invalid_input` when the cursor is none
 */
export async function readRequests(
  db: Pool,
  siteId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ readonly requests: stored.VisitorRequest[]; readonly next: string | null }> {
  const after = cursor === undefined ? null : await placeOf(db, cursor);
  const found = await stored.listRequests(db, siteId, { after, limit: limit + 1 });
  const requests = found.slice(0, limit);
  const last = found.length > limit ? requests.at(-1) : undefined;
  return { requests, next: last ? `${last.recue_le}_${last.id}` : null };
}

/** Removes what a visitor sent: it holds data of persons. @throws Refusal `introuvable` */
export async function removeRequest(db: Pool, siteId: string, id: string): Promise<void> {
  if (!(await stored.deleteRequest(db, siteId, id))) throw new Refusal('introuvable');
}

async function placeOf(db: Pool, cursor: string): Promise<stored.Place> {
  const [, instant, id] = CURSOR.exec(cursor) ?? [];
  if (instant === undefined || id === undefined) throw new Refusal('invalid_input');
  return { recue_le: await instantOf(db, instant), id };
}
