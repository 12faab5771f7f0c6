/** What an act of an account rests on (docs/decisions/recovery.md); ISO 8601. */

/** Since when a second factor, or the address of an account, has stood: an act that it proves rests on it. */
export type StandingSince = string;

/** What an act rests on; null where a password or a session alone proved it. */
export type Backing = StandingSince | null;

/** What an operator does rests on nothing that could be undone. */
export const FOR_GOOD: Backing = '-infinity';

/** A second factor that somebody has shown. */
export interface ShownFactor {
  readonly since: StandingSince;
  /** When the account got it, whatever proved that; ISO 8601. */
  readonly madeAt: string;
}
