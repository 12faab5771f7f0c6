import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';

/** How many callers are remembered, the last ones; a forgotten caller begins with a full bucket. */
const REMEMBERED = 10_000;

interface Rate {
  /** How many requests a caller may make at once. */
  readonly burst: number;
  /** How many in the long run. */
  readonly perSecond: number;
}

/** A token bucket for each caller (the generic cell rate algorithm: one number for each, the time at which its bucket is full). */
export class RateLimit {
  readonly #rate: Rate;
  readonly #fullAt = new LRUCache<string, number>(atMost(REMEMBERED));

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /**
   * Takes a token.
   * @param now milliseconds
   * @returns 0, or the seconds until the next token
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
