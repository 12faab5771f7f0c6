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
}

export const NORMAL: Scale = {
  sizes: [10, 300, 2_000, 10_000],
  judged: 2_000,
  seconds: 5,
  rounds: 3,
  writes: 100,
};

/** Only shows that the bench works. */
export const QUICK: Scale = { sizes: [5, 20, 100, 300], judged: 100, seconds: 2, rounds: 3, writes: 10 };

/** Connections of a closed loop. */
export const CONNECTIONS = 50;
/** Requests at a time while each site gets its first visit. */
export const VISITORS = 20;
