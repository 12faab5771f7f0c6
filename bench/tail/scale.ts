import type { Fault } from '../fault/fault.ts';

/** How many sites are measured, and for how long. */
export interface Scale {
  /** Numbers of visited sites at which is measured, in rising order; the charts have a point for each. */
  readonly sizes: readonly number[];
  /** The one of `sizes` that has bars. */
  readonly judged: number;
  /** Length of each load, seconds, and how often each of the two compared loads is repeated. */
  readonly seconds: number;
  readonly rounds: number;
  /** Number of writes to a section. */
  readonly writes: number;
  /** Turns the bars of many sites red: what a page of them takes of the web process, milliseconds, and keeps, KiB. */
  readonly fault: Fault;
}

export const NORMAL: Scale = {
  sizes: [10, 300, 1_500],
  judged: 1_500,
  seconds: 2,
  rounds: 5,
  writes: 40,
  fault: { busy: 20, keep: 600 },
};

/** Only shows that the bench works. */
export const QUICK: Scale = {
  sizes: [5, 20, 100],
  judged: 100,
  seconds: 1,
  rounds: 3,
  writes: 10,
  fault: NORMAL.fault,
};

/** Connections of a closed loop. */
export const CONNECTIONS = 16;
/** Requests at a time while each site gets its first visit. */
export const VISITORS = 4;
