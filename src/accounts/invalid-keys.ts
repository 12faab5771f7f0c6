import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import { type ErrorCode, Refusal } from '../errors.ts';
import { countAttempt, sweepAttempts } from '../storage/attempts.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';

const QUOTA = 10;
/** How many characters of a secret's SHA-256 name its counter. */
const COUNTER_CHARACTERS = 8;
/** How long a refusal is remembered in this process, milliseconds. */
const MEMORY_MS = 60_000;
const REMEMBERED = 10_000;

/** The limiter of invalid keys (docs/decisions/guessing.md): it never counts a valid one. */
export class InvalidKeys {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;
  /** Whole fingerprints: a valid key may share its counter with one that is refused. */
  readonly #refused = new LRUCache<string, true>({ ...atMost(REMEMBERED), ttl: MEMORY_MS });

  /** @param db pools with the service role */
  constructor(db: RolePools) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * @param fingerprint lowercase hexadecimal SHA-256 of the presented secret
   * @throws Refusal `trop_de_tentatives` when that was the answer within the last minute
   */
  assertNotRefused(fingerprint: string): void {
    if (this.#refused.has(fingerprint)) throw new Refusal('trop_de_tentatives');
  }

  /**
   * Counts a secret that is no live key.
   * @returns the refusal to answer with: `unauthorized`, from the eleventh attempt on `trop_de_tentatives`
   */
  async count(fingerprint: string): Promise<Refusal> {
    const code = await this.#judge(fingerprint.slice(0, COUNTER_CHARACTERS));
    if (code === 'trop_de_tentatives') this.#refused.set(fingerprint, true);
    return new Refusal(code);
  }

  async #judge(counter: string): Promise<ErrorCode> {
    try {
      const attempts = await countAttempt(this.#db, 'cle', counter);
      this.#sweep.maybeRun();
      return attempts > QUOTA ? 'trop_de_tentatives' : 'unauthorized';
    } catch {
      // While attempts cannot be counted, the limiter refuses nobody.
      return 'unauthorized';
    }
  }
}
