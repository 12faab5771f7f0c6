/** Occasions from one sweep to the next. Each leaves one row behind at most, and a sweep takes more than that away. */
const EVERY = 100;

/** Sweeps now and then, beside what is going on: at the first occasion and at each hundredth after it. */
export class Sweeping {
  readonly #sweep: () => Promise<void>;
  #occasions = 0;

  /** @param sweep bounded work; when it fails, the next one does it */
  constructor(sweep: () => Promise<void>) {
    this.#sweep = sweep;
  }

  occasion(): void {
    if (this.#occasions++ % EVERY === 0) void this.#sweep().catch(() => undefined);
  }
}
