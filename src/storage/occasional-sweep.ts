/** Calls from one sweep to the next. A call leaves one old row at most, and a sweep removes more rows than that. */
const CALLS_PER_SWEEP = 100;

/** Removes old rows now and then, beside the requests that call it: at the first call, then at every hundredth. */
export class OccasionalSweep {
  readonly #sweep: () => Promise<void>;
  #calls = 0;

  /** @param sweep removes a bounded number of rows; when it fails, the next one removes them */
  constructor(sweep: () => Promise<void>) {
    this.#sweep = sweep;
  }

  /** Starts a sweep at some calls; the caller does not wait for the sweep. */
  maybeRun(): void {
    if (this.#calls++ % CALLS_PER_SWEEP === 0) void this.#sweep().catch(() => undefined);
  }
}
