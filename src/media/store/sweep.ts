import { hasMedias, removeLonelyVariants } from '../../storage/media-bytes.ts';
import type { Queryable } from '../../storage/statement.ts';
import type { StoredFile } from './media-store.ts';
import type { MediaFiles } from './open-store.ts';
import { withoutRows } from './without-rows.ts';

/** A younger file may belong to an upload, whose row comes last; milliseconds. */
export const YOUNG_MS = 24 * 60 * 60 * 1_000;
/** Files that one step checks. */
const LOOKED_AT = 500;

/**
 * Removes what killed processes and failed removals have left: rows of variants without a picture, then the files that no row has. Several instances may
 * do so at the same time. A database that knows no media at all is taken for the wrong one, and every file stays.
 * @param rest waits between two steps; it is told how long the step took, milliseconds
 * @returns how many files were removed
 */
export async function sweepMedias(
  db: Queryable,
  { store, arrivals }: Pick<MediaFiles, 'store' | 'arrivals'>,
  rest: (ms: number) => Promise<void> = async () => undefined,
): Promise<number> {
  await arrivals.tidy();
  for (let after: string | null = ''; after !== null; ) {
    const began = performance.now();
    after = await removeLonelyVariants(db, after);
    await rest(performance.now() - began);
  }
  if (!(await hasMedias(db))) return 0;
  let removed = 0;
  let [files, began]: [StoredFile[], number] = [[], performance.now()];
  const step = async () => {
    const left = await withoutRows(db, files);
    await store.remove(left.map(({ key }) => key));
    removed += left.length;
    files = [];
    await rest(performance.now() - began);
    began = performance.now();
  };
  for await (const file of store.list('')) {
    if (Date.now() - file.storedAt < YOUNG_MS) continue;
    if (files.push(file) === LOOKED_AT) await step();
  }
  if (files.length > 0) await step();
  return removed;
}
