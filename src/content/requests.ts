import { Refusal } from '../errors.ts';
import * as stored from '../storage/requests.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { cursorAt, readCursor } from './cursor.ts';

/**
 * What visitors sent, the newest first.
 * @param cursor where an earlier reading ended
 * @returns the requests, and the cursor to go on with; null when there are no more
 * @throws Refusal `invalid_input` when the cursor is invalid
 */
export async function readRequests(
  db: RolePools,
  siteId: string,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ readonly requests: stored.VisitorRequest[]; readonly next: string | null }> {
  const place = cursor === undefined ? null : await readCursor(db, cursor, 'avant');
  const after = place && { recue_le: place.at, id: place.id };
  const found = await stored.listRequests(db, siteId, { after, limit: limit + 1 });
  const requests = found.slice(0, limit);
  const last = found.length > limit ? requests.at(-1) : undefined;
  return { requests, next: last ? cursorAt(last.recue_le, last.id) : null };
}

/** Removes what a visitor sent: it holds data of persons. @throws Refusal `introuvable` */
export async function removeRequest(db: RolePools, siteId: string, id: string): Promise<void> {
  if (!(await stored.deleteRequest(db, siteId, id))) throw new Refusal('introuvable');
}
