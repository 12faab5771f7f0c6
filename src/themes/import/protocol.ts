import type { ErrorCode } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';

/** Sent to an import process when all of an archive has been written to its standard input. */
export interface ImportOrder {
  readonly access: DatabaseAccess;
  readonly siteId: string;
  /** Address of the account, or name of the key. */
  readonly author: string | null;
  /** Length of the archive. What comes after these belongs to the next one. */
  readonly bytes: number;
}

/** Its answer to an order. `reason` is for the log. */
export type ImportOutcome =
  | { readonly themeId: string }
  | { readonly refused: ErrorCode; readonly reason: string }
  /** The database is out of reach. */
  | { readonly refused: 'outage'; readonly reason: string };
