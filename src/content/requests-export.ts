/** The requests of a site as a table for spreadsheets. */
import { namesOfFields } from '../storage/request-lists.ts';
import type { VisitorRequest } from '../storage/requests.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { CSV_START, csvRow } from '../text/csv.ts';
import { FILING_WORDS, fieldText } from '../text/request-words.ts';
import { localAt } from '../text/zoned-times.ts';
import { filterOf, lookThrough, type RequestWish } from './requests.ts';
import { zoneOfSite } from './settings.ts';

/** Requests that are in memory at once: one may have 64 kB. */
const AT_ONCE = 25;
/** Columns of fields. A visitor chooses the names: those that come least often share one column. */
const FIELD_COLUMNS = 100;
/** No id is less. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Writes what visitors sent as CSV, the newest first, a request at a time: the table is read from the database as fast as its reader takes it.
 * @returns pieces of the file, once the names of the fields are known; what comes later is not in it
 */
export async function exportRequests(
  db: RolePools,
  siteId: string,
  wish: RequestWish,
): Promise<AsyncGenerator<string>> {
  const filter = filterOf(wish);
  const [zone, { names, at }] = await Promise.all([
    zoneOfSite(db, siteId),
    namesOfFields(db, siteId, filter, FIELD_COLUMNS + 1),
  ]);
  const columns = names.slice(0, FIELD_COLUMNS);
  const own = new Set(columns);
  const hasOthers = names.length > FIELD_COLUMNS;
  const rowOf = ({ recue_le, page, classement, champs }: VisitorRequest): string => {
    const { day, time } = localAt(recue_le, zone);
    const texts = [...champs].map(([name, value]) => [name, fieldText(value)] as const);
    const of = new Map(texts);
    const others = texts.filter(([name]) => !own.has(name)).map(([name, text]) => `${name} : ${text}`);
    return csvRow([
      ...[`${day} ${time}`, page, FILING_WORDS[classement]],
      ...columns.map((name) => of.get(name) ?? ''),
      ...(hasOthers ? [others.join('\n')] : []),
    ]);
  };
  async function* pieces() {
    yield CSV_START + csvRow(['Reçue le', 'Page', 'Classement', ...columns, ...(hasOthers ? ['Autres champs'] : [])]);
    const after = { recue_le: at, id: FIRST_ID };
    for await (const { found } of lookThrough(db, siteId, filter, { after, portion: AT_ONCE })) {
      if (found) yield rowOf(found);
    }
  }
  return pieces();
}
