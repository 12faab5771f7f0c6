/** The record of a site as a table for spreadsheets. */
import type { RolePools } from '../storage/role-pools.ts';
import { CSV_START, csvRow } from '../text/csv.ts';
import { localAt } from '../text/zoned-times.ts';
import { ACT_GROUPS } from './acts.ts';
import { type JournalWish, readJournal, type ToldEntry } from './reading.ts';
import { textOf } from './sentences.ts';

/** Entries that are in memory at once. */
const AT_ONCE = 500;

/**
 * Writes entries of a site as CSV, the newest first: the table is read from the database as fast as its reader takes it.
 * @param db pools with the service role
 * @returns pieces of the file
 * @throws Refusal `invalid_input` for a day that does not exist, before the first piece
 */
export async function exportJournal(db: RolePools, siteId: string, wish: JournalWish): Promise<AsyncGenerator<string>> {
  const first = await readJournal(db, siteId, wish, { cursor: undefined, limit: AT_ONCE });
  async function* pieces() {
    yield CSV_START + csvRow(['Quand', 'Qui', 'Quoi', 'Genre', 'Acte']);
    for (let part = first; ; ) {
      yield part.entries.map((entry) => rowOf(entry, part.zone)).join('');
      if (part.next === null) return;
      part = await readJournal(db, siteId, wish, { cursor: part.next, limit: AT_ONCE });
    }
  }
  return pieces();
}

function rowOf({ fait_le, who, deed, groupe, acte }: ToldEntry, zone: string): string {
  const { day, time } = localAt(fait_le, zone);
  return csvRow([`${day} ${time}`, textOf(who), textOf(deed), groupe ? ACT_GROUPS[groupe] : '', acte ?? '']);
}
