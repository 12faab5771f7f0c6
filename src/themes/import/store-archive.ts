import { type ErrorCode, Refusal } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';
import { withOwnConnection } from '../../storage/database.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { insertFiles } from '../../storage/theme-files.ts';
import { insertThemeRow } from '../../storage/themes.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Archive } from '../archive.ts';

/**
 * Stores an archive as a draft without origin, all of it or nothing.
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
      const id = await insertThemeRow(client, row).catch(refuseWith('creation_impossible'));
      await insertFiles(client, siteId, id, files).catch(refuseWith('ecriture_impossible'));
      return id;
    }).catch(refuseWith('ecriture_impossible')),
  );
}

/** An outage is told as what it is: the same archive may be stored in a moment. */
const refuseWith =
  (code: ErrorCode) =>
  (error: unknown): never => {
    if (error instanceof Refusal || isOutOfReach(error)) throw error;
    const refusal = new Refusal(code);
    refusal.cause = error;
    throw refusal;
  };
