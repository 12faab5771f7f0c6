import { Refusal, wrongInput } from '../errors.ts';
import { record } from '../journal/record.ts';
import type { Doer } from '../storage/journal.ts';
import { type LookedAt, lookAtRequests, type RequestFilter } from '../storage/request-lists.ts';
import * as stored from '../storage/requests.ts';
import type { RolePools } from '../storage/role-pools.ts';
import type { Queryable } from '../storage/statement.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { Filing } from '../text/request-words.ts';
import { cursorAt, readCursor } from './cursor.ts';
import { searchedWords } from './texts.ts';

/** Which requests a reader wants. */
export interface RequestWish {
  /** Null for all. */
  readonly filing: Filing | null;
  readonly isUnread: boolean;
  /** Words that must all stand in a request, whatever their order, case and accents; empty for none. */
  readonly typed: string;
}

/** A wish as storage takes it. */
export const filterOf = ({ filing, isUnread, typed }: RequestWish): RequestFilter => ({
  ...{ filing, isUnread, words: searchedWords(typed) },
});

/** How long one reading searches, milliseconds; the rest is for the next one. */
const SEARCH_MS = 1_500;
/** Bytes that one statement searches; accents cost it most: 64 kB of them some tens of milliseconds. */
const SEARCHED_AT_ONCE = 256 * 1024;
const [FEWEST_ROWS, FIRST_ROWS, MOST_ROWS] = [4, 8, 1_000] as const;

/**
 * Looks through the requests of a site, the newest first, in portions. No connection is held between two portions.
 * @param after where to go on; null to begin @param portion how many rows are read at once where no words are searched
 */
export async function* lookThrough(
  db: Queryable,
  siteId: string,
  filter: RequestFilter,
  { after, portion }: { readonly after: stored.Place | null; readonly portion: number },
): AsyncGenerator<LookedAt> {
  let rows = filter.words ? FIRST_ROWS : portion;
  for (let place = after; ; ) {
    const looked = await lookAtRequests(db, siteId, filter, { after: place, rows });
    yield* looked;
    if (looked.length < rows) return;
    place = looked.at(-1) ?? null;
    if (!filter.words) continue;
    const bytes = looked.reduce((sum, { octets }) => sum + octets, 0);
    rows = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, Math.floor((SEARCHED_AT_ONCE * looked.length) / bytes)));
  }
}

/**
 * What visitors sent, the newest first. A search through many long requests ends before all are looked at: then there may be fewer than `limit`,
 * and still a cursor.
 * @param cursor where an earlier reading ended @param searchMs how long words are searched
 * @returns the requests, and the cursor to go on with; null when there are no more
 * @throws Refusal `invalid_input` when the cursor is invalid
 */
export async function readRequests(
  db: RolePools,
  siteId: string,
  wish: RequestWish,
  { cursor, limit, searchMs = SEARCH_MS }: ReadingBounds,
): Promise<{ readonly requests: stored.VisitorRequest[]; readonly next: string | null }> {
  const start = cursor === undefined ? null : await readCursor(db, cursor, 'avant');
  const after = start && { recue_le: start.at, id: start.id };
  const filter = filterOf(wish);
  const end = performance.now() + (filter.words ? searchMs : Number.POSITIVE_INFINITY);
  const requests: stored.VisitorRequest[] = [];
  let last: stored.Place | null = null;
  for await (const row of lookThrough(db, siteId, filter, { after, portion: limit + 1 })) {
    const isFull = requests.length === limit && row.found !== null;
    if (last && (isFull || performance.now() >= end)) return { requests, next: cursorAt(last.recue_le, last.id) };
    if (row.found) requests.push(row.found);
    last = row;
  }
  return { requests, next: null };
}

interface ReadingBounds {
  readonly cursor: string | undefined;
  readonly limit: number;
  readonly searchMs?: number;
}

/** Marks requests as read or not, or puts them elsewhere. @returns how many of them there are @throws Refusal `introuvable` where there is none */
export async function changeRequests(
  db: RolePools,
  siteId: string,
  ids: readonly string[],
  change: stored.RequestChange,
): Promise<number> {
  if (change.isRead === undefined && change.filing === undefined) throw wrongInput('lue');
  return someOf(await inTransaction(db, (client) => stored.changeRequests(client, siteId, ids, change)));
}

/** Removes what visitors sent: it holds data of persons. @returns how many of them there were @throws Refusal `introuvable` where there was none */
export const removeRequests = (db: RolePools, siteId: string, ids: readonly string[], by: Doer): Promise<number> =>
  inTransaction(db, async (client) => {
    const count = someOf(await stored.deleteRequests(client, siteId, ids));
    await record(client, { siteId, act: 'demandes_supprimees', by, details: { nombre: String(count) } });
    return count;
  });

function someOf(count: number): number {
  if (count === 0) throw new Refusal('introuvable');
  return count;
}
