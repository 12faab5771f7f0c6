/** The record of a site as its owners read it. */
import { cursorAt, readCursor } from '../content/cursor.ts';
import { zoneOfSite } from '../content/settings.ts';
import { wrongInput } from '../errors.ts';
import { addressesOf } from '../storage/accounts.ts';
import {
  type EntryFilter,
  listEntries,
  listOperatorsEntries,
  type OperatorsEntry,
  type StoredEntry,
} from '../storage/journal.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { instantAt } from '../text/zoned-times.ts';
import { ACTS, type ActGroup, type ActName, actsOf } from './acts.ts';
import { deedOf, isAct, type Part, whoOf } from './sentences.ts';

/** Stands for whoever looks after the installation, in the place of an account. */
export const OPERATORS = 'exploitant';

/** The zone of what operators read. */
const OPERATORS_ZONE = 'Europe/Paris';

/** Which entries a reader wants; what is absent does not count. */
export interface JournalWish {
  readonly groupe?: ActGroup | undefined;
  readonly acte?: ActName | undefined;
  /** Id of an account, whose keys count too; or `OPERATORS`. */
  readonly compte?: string | undefined;
  /** First and last day, YYYY-MM-DD, in the zone of the site. */
  readonly depuis?: string | undefined;
  readonly jusqua?: string | undefined;
}

/** An entry in words. */
export interface ToldEntry extends Omit<StoredEntry, 'acte'> {
  /** Null for an act that only a later release knows. */
  readonly acte: ActName | null;
  readonly groupe: ActGroup | null;
  readonly who: readonly Part[];
  readonly deed: readonly Part[];
}

interface Reading {
  readonly cursor: string | undefined;
  readonly limit: number;
}

/**
 * Entries of a site, the newest first.
 * @param db pools with the service role, which knows the addresses of accounts
 * @returns the entries, and the cursor to go on with; null when there are no more
 * @throws Refusal `invalid_input` when the cursor or a day is invalid
 */
export async function readJournal(
  db: RolePools,
  siteId: string,
  wish: JournalWish,
  { cursor, limit }: Reading,
): Promise<{ readonly entries: ToldEntry[]; readonly next: string | null; readonly zone: string }> {
  const zone = await zoneOfSite(db, siteId);
  const after = cursor === undefined ? null : await readCursor(db, cursor, 'avant');
  const found = await listEntries(db, siteId, filterOf(wish, zone), { after, limit: limit + 1 });
  const entries = await inWords(db, found.slice(0, limit), zone);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, next: last ? cursorAt(last.fait_le, last.id) : null, zone };
}

/** @throws Refusal `invalid_input` for a day that does not exist */
function filterOf({ groupe, acte, compte, depuis, jusqua }: JournalWish, zone: string): EntryFilter {
  const ofGroup = groupe === undefined ? null : actsOf(groupe);
  return {
    acts: acte === undefined ? ofGroup : (ofGroup?.filter((name) => name === acte) ?? [acte]),
    accountId: compte === undefined || compte === OPERATORS ? null : compte,
    means: compte === OPERATORS ? 'exploitant' : null,
    since: depuis === undefined ? null : startOf(depuis, zone, 'depuis'),
    until: jusqua === undefined ? null : startOf(dayAfter(jusqua, 'jusqua'), zone, 'jusqua'),
  };
}

/** The instant at which a day begins in a zone. */
function startOf(day: string, zone: string, field: string): string {
  try {
    const named = instantAt(day, '00:00', zone);
    if (named.kind === 'none') return named.next;
    return named.kind === 'one' ? named.instant : named.first;
  } catch (error) {
    throw error instanceof RangeError ? wrongInput(field) : error;
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000;

function dayAfter(day: string, field: string): string {
  const start = Date.parse(`${day}T00:00Z`);
  if (Number.isNaN(start)) throw wrongInput(field);
  return new Date(start + DAY_MS).toISOString().slice(0, 10);
}

/** What an account has done as an operator, the newest first. @param db pools with the service role */
export const readOperatorsActs = async (
  db: RolePools,
  accountId: string,
  limit: number,
): Promise<readonly (ToldEntry & OperatorsEntry)[]> =>
  inWords(db, await listOperatorsEntries(db, accountId, limit), OPERATORS_ZONE);

async function inWords<Entry extends StoredEntry>(
  db: RolePools,
  entries: readonly Entry[],
  zone: string,
): Promise<(Entry & ToldEntry)[]> {
  const ids = entries.flatMap(({ compte_id, details }) => [compte_id ?? [], details.compte ?? []].flat());
  const knowledge = { addresses: await addressesOf(db, [...new Set(ids)]), zone };
  return entries.map((entry) => {
    const acte = isAct(entry.acte) ? entry.acte : null;
    const groupe = acte && ACTS[acte].groupe;
    return { ...entry, acte, groupe, who: whoOf(entry, knowledge), deed: deedOf(entry, knowledge) };
  });
}
