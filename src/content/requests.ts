import { Refusal, wrongInput } from '../errors.ts';
import * as stored from '../storage/requests.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { instantOf } from './instant.ts';

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * What visitors sent, the newest first. The cursor is a point in time, so that requests that are received or removed between
 * two readings make no other request appear twice or not at all.
 * @param cursor where an earlier reading ended
 * @returns the requests, and the cursor to go on with; null when there are no more
 * @throws Refusal `invalid_input` when the cursor is invalid
 */
export async function readRequests(
  db: RolePools,
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
export async function removeRequest(db: RolePools, siteId: string, id: string): Promise<void> {
  if (!(await stored.deleteRequest(db, siteId, id))) throw new Refusal('introuvable');
}

async function placeOf(db: RolePools, cursor: string): Promise<stored.Place> {
  const [, instant, id] = CURSOR.exec(cursor) ?? [];
  if (instant === undefined || id === undefined) throw wrongInput('avant');
  return { recue_le: await instantOf(db, instant, 'avant'), id };
}
