import { type Doer, insertEntry } from '../storage/journal.ts';
import { listMemberships } from '../storage/members.ts';
import type { Queryable } from '../storage/statement.ts';
import type { ActDetails, ActName } from './acts.ts';

interface Entry<Name extends ActName> {
  readonly act: Name;
  readonly by: Doer;
  readonly details: ActDetails<Name>;
}

/**
 * Writes an act into the record of a site.
 * @param db the connection in whose transaction the act is done: both are stored, or neither
 */
export const record = <Name extends ActName>(
  db: Queryable,
  { siteId, act, by, details }: Entry<Name> & { readonly siteId: string },
): Promise<void> => insertEntry(db, siteId, { act, by, details });

/** The same in each of these sites. */
export async function recordInAll<Name extends ActName>(
  db: Queryable,
  siteIds: readonly string[],
  entry: Entry<Name>,
): Promise<void> {
  for (const siteId of siteIds) await insertEntry(db, siteId, entry);
}

/** The same in each site of an account, for what concerns all of them. @param db with the service role */
export async function recordInSitesOf<Name extends ActName>(
  db: Queryable,
  accountId: string,
  entry: Entry<Name>,
): Promise<void> {
  const sites = await listMemberships(db, accountId);
  await recordInAll(
    db,
    sites.map(({ id }) => id),
    entry,
  );
}
