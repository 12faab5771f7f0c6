import type { Visitors } from './visits.ts';

/** What a database is under when it fails. */
export interface Load {
  readonly visitors: Omit<Visitors, 'seconds'>;
  /** Files written a second, through the API. */
  readonly writeRate: number;
}

/** As many connections as visitors come in the second for which one waits for a database that is silent. */
export const FULL: Load = { visitors: { rate: 500, connections: 600 }, writeRate: 50 };
/** A tenth of it, which shows that the bench works. */
export const LIGHT: Load = { visitors: { rate: 50, connections: 60 }, writeRate: 5 };
