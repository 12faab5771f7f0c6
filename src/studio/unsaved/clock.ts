/** The time, as a page has it; a test has one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs something once, later. @param ms milliseconds @returns a function that calls it off */
  after(ms: number, run: () => void): () => void;
}

export const CLOCK: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
