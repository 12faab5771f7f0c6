import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { isPasswordOf } from '../accounts/password.ts';
import { Refusal } from '../errors.ts';
import { countAttempt, sweepAttempts, takeAttemptBack } from '../storage/attempts.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { findAccessCode } from '../storage/settings.ts';
import { fingerprintOf } from '../text/fingerprint.ts';

/** Wrong codes within one window: of one site from one address, and of one site in all. */
const QUOTAS = { address: 10, site: 100 } as const;
/** Codes of one site that are checked at a time: visitors who come at the same time from one address must not use up its whole quota. */
const UNDER_WAY_PER_SITE = 8;
const UNDER_WAY_IN_ALL = 64;
/** Logins compare two passwords at a time; with this one, one of libuv's four threads is left for files and name resolution. */
const COMPARED_AT_ONCE = 1;

interface CodeAttempt {
  readonly siteId: string;
  readonly code: string;
  /** Network address of the visitor. */
  readonly address: string;
}

interface Counter {
  readonly fingerprint: string;
  readonly quota: number;
}

/** Checks the codes that visitors of protected sites send. */
export class AccessCodes {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;
  readonly #underWay = new ConcurrencyLimit(UNDER_WAY_PER_SITE, UNDER_WAY_IN_ALL);
  readonly #comparisons = new Semaphore(COMPARED_AT_ONCE, UNDER_WAY_IN_ALL);

  /** @param db pools with the rights of the management API */
  constructor(db: RolePools) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * Accepts a right code, and every code when the site asks for none any more. An attempt is counted before its code is compared,
   * so that parallel attempts cannot exceed the quota.
   * @throws Refusal `unauthorized`, `trop_de_tentatives`; QueueFull; what `isOutOfReach` recognises
   */
  async check(attempt: CodeAttempt): Promise<void> {
    const isRight = await this.#underWay.run(attempt.siteId, () => {
      this.#sweep.maybeRun();
      return this.#countedly(countersOf(attempt), () => this.#isRight(attempt));
    });
    if (!isRight) throw new Refusal('unauthorized');
  }

  async #isRight({ siteId, code }: CodeAttempt): Promise<boolean> {
    const digest = await findAccessCode(this.#db, siteId);
    return digest === null || this.#comparisons.run(() => isPasswordOf(digest, code));
  }

  /** Removes an attempt from the count when its code is right, or could not be checked. */
  async #countedly(counters: readonly Counter[], judge: () => Promise<boolean>): Promise<boolean> {
    for (const { fingerprint, quota } of counters) {
      if ((await countAttempt(this.#db, 'code', fingerprint)) > quota) throw new Refusal('trop_de_tentatives');
    }
    const takeBack = () =>
      Promise.all(counters.map(({ fingerprint }) => takeAttemptBack(this.#db, 'code', fingerprint)));
    let isRight: boolean;
    try {
      isRight = await judge();
    } catch (error) {
      await takeBack().catch(() => undefined);
      throw error;
    }
    if (isRight) await takeBack();
    return isRight;
  }
}

/** The counter of the address comes first: an attempt that it refuses does not count for the site. */
const countersOf = ({ siteId, address }: CodeAttempt): readonly Counter[] => [
  { fingerprint: fingerprintOf(`${siteId} ${address}`), quota: QUOTAS.address },
  { fingerprint: fingerprintOf(siteId), quota: QUOTAS.site },
];
