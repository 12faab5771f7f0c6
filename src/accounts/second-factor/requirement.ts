import { ownsSite } from '../../storage/second-factors.ts';
import type { Queryable } from '../../storage/statement.ts';

/** Of whom an installation requires a second factor: of who owns a site, or of everybody. */
export type FactorRule = 'proprietaires' | 'tous' | null;

/** Whether the rule concerns an account. */
export const isConcerned = async (db: Queryable, rule: FactorRule, accountId: string): Promise<boolean> =>
  rule === 'tous' || (rule === 'proprietaires' && (await ownsSite(db, accountId)));

/** Who is signed in. */
interface SignedIn {
  readonly accountId: string;
  /** Whether the session has shown a second factor that the account has. */
  readonly hasSecondFactor: boolean;
}

/** Whether somebody has to get a second factor before anything else. */
export const lacksFactor = async (
  db: Queryable,
  rule: FactorRule,
  { accountId, hasSecondFactor }: SignedIn,
): Promise<boolean> => !hasSecondFactor && (await isConcerned(db, rule, accountId));
