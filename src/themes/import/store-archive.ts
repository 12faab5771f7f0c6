import type { ErrorCode } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';
import { withOwnConnection } from '../../storage/database.ts';
import { insertDraft } from '../../storage/theme-drafts.ts';
import { upsertFiles } from '../../storage/theme-files.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Archive } from '../archive.ts';
import { refusalOr } from '../creation.ts';

/**
 * Stores an archive as a draft without origin, all of it or nothing. Its files go one after the other: the largest theme at once
 * would be 190 MB in one statement.
 * @returns the id of the theme
 * @throws Refusal `creation_impossible`, `ecriture_impossible`; or what says that the database is out of reach
 */
export function storeArchive(
  access: DatabaseAccess,
  siteId: string,
  { name, version, files }: Archive,
): Promise<string> {
  return withOwnConnection(access, (client) =>
    transaction(client, async () => {
      const row = { siteId, name, version, origin: null };
      const draft = await insertDraft(client, row).catch(refuseWith('creation_impossible'));
      for (const file of Object.entries(files)) await upsertFiles(client, draft, new Map([file]));
      return draft.id;
    }).catch(refuseWith('ecriture_impossible')),
  );
}

/** An outage is told as what it is: the same archive may be stored in a moment. */
const refuseWith =
  (code: ErrorCode) =>
  (error: unknown): never => {
    throw refusalOr(error, code);
  };
