import { LRUCache } from 'lru-cache';

/** Those who came last are known; one who is forgotten begins anew. */
const REMEMBERED = 10_000;

interface Rate {
  /** How often one may come at once. */
  readonly burst: number;
  /** How often in the long run. */
  readonly perSecond: number;
}

/** A token bucket for each of many who come (the generic cell rate algorithm: one number for each, the time at which its bucket is full). */
export class RateLimit {
  readonly #rate: Rate;
  readonly #fullAt = new LRUCache<string, number>({ max: REMEMBERED });

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /**
   * Takes a token.
   * @param now milliseconds
   * @returns 0, or how many seconds later there is one
   */
  take(who: string, now = performance.now()): number {
    const { burst, perSecond } = this.#rate;
    const interval = 1_000 / perSecond;
    const fullAt = Math.max(this.#fullAt.get(who) ?? now, now);
    const tooEarly = fullAt + interval - (now + burst * interval);
    if (tooEarly > 0) return tooEarly / 1_000;
    this.#fullAt.set(who, fullAt + interval);
    return 0;
  }
}
