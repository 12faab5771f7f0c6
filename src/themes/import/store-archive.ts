import type { RolePools } from '../../storage/role-pools.ts';
import { insertDraft } from '../../storage/theme-drafts.ts';
import { upsertFiles } from '../../storage/theme-files.ts';
import type { Archive } from '../archive.ts';
import { inCreation } from '../creation.ts';
import { FILE_UNITS } from '../limits.ts';

/**
 * Stores an archive as a draft without origin, all of it or nothing.
 * @param author address of the account, or name of the key
 * @returns the id of the theme
 * @throws Refusal `creation_impossible`, `ecriture_impossible`; or what says that the database is out of reach
 */
export function storeArchive(
  db: RolePools,
  siteId: string,
  { name, version, files }: Archive,
  author: string | null,
): Promise<string> {
  return inCreation(db, async (client, step) => {
    const draft = await insertDraft(client, {
      ...{ siteId, name, version, origin: null },
      authorship: { auteur: author, moyen: 'import' },
    });
    step('ecriture_impossible');
    for (const batch of batchesOf(Object.entries(files))) await upsertFiles(client, draft, new Map(batch));
    return draft.id;
  });
}

type File = [path: string, content: string];

/**
 * Files that go in one statement: none has more to write than one for the longest file. The largest theme at once would be 190 MB, and
 * a statement for each file takes four times as long for sixty small ones.
 */
export function batchesOf(files: readonly File[]): File[][] {
  const batches: File[][] = [];
  let units = Number.POSITIVE_INFINITY;
  for (const file of files) {
    units += file[1].length;
    if (units > FILE_UNITS) {
      batches.push([]);
      units = file[1].length;
    }
    batches.at(-1)?.push(file);
  }
  return batches;
}
