/** Each bucket is one per cent longer than the one before. */
const STEP = Math.log(1.01);
/** The last bucket begins at 1.01^2000 µs, about seven minutes. */
const BUCKETS = 2_000;
const MICROSECONDS = 1_000;

/** Latencies as one process sends them to another. */
export interface LatencyCounts {
  readonly counts: Uint32Array;
  /** Milliseconds. */
  readonly max: number;
}

/** A histogram of latencies with fixed memory, exact to one per cent. All times in milliseconds. */
export class Latencies {
  readonly #counts = new Uint32Array(BUCKETS);
  #size = 0;
  #max = 0;

  /** The latencies of several runs together. */
  static merge(...runs: readonly LatencyCounts[]): Latencies {
    const merged = new Latencies();
    for (const { counts, max } of runs) {
      merged.#max = Math.max(merged.#max, max);
      counts.forEach((count, bucket) => {
        merged.#counts[bucket] = (merged.#counts[bucket] ?? 0) + count;
        merged.#size += count;
      });
    }
    return merged;
  }

  add(latency: number): void {
    const bucket = Math.floor(Math.log(Math.max(1, latency * MICROSECONDS)) / STEP);
    const place = Math.min(bucket, BUCKETS - 1);
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#size++;
    if (latency > this.#max) this.#max = latency;
  }

  get max(): number {
    return this.#max;
  }

  /** @param share 0.99 for the p99. @returns NaN when there are no latencies */
  quantile(share: number): number {
    let left = Math.ceil(this.#size * share);
    if (left === 0) return Number.NaN;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      left -= this.#counts[bucket] ?? 0;
      if (left <= 0) return Math.min(this.#max, Math.exp((bucket + 1) * STEP) / MICROSECONDS);
    }
    return this.#max;
  }

  toCounts(): LatencyCounts {
    return { counts: this.#counts, max: this.#max };
  }
}
