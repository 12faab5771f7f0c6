import type { ErrorCode } from '../../errors.ts';
import type { DatabaseAccess } from '../../storage/connection.ts';

/** What an import process is told at its start; the archive comes by its standard input. */
export interface ImportOrder {
  readonly access: DatabaseAccess;
  readonly siteId: string;
}

/** What it says once, at its end. `reason` is for the log. */
export type ImportOutcome =
  | { readonly themeId: string }
  | { readonly refused: ErrorCode; readonly reason: string }
  /** The database is out of reach. */
  | { readonly refused: 'outage'; readonly reason: string };
