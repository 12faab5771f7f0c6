import { PendingBounds } from '../../sandbox/pending.ts';
import { isPasswordOf } from '../accounts/password.ts';
import { Sweeping } from '../accounts/sweeping.ts';
import { Refusal } from '../errors.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { countAttempt, sweepAttempts, takeAttemptBack } from '../storage/attempts.ts';
import type { Pool } from '../storage/pool.ts';
import { findAccessCode } from '../storage/settings.ts';
import { Turns, TurnsTaken } from '../turns.ts';

/** Wrong codes within one window: of one site from one address, and of one site in all. */
const QUOTAS = { address: 10, site: 100 } as const;
/** Codes of one site under way: visitors who come together from one address must not take its whole quota for a moment. */
const UNDER_WAY_PER_SITE = 8;
const UNDER_WAY_IN_ALL = 64;
/** Logins compare two passwords at a time; one of libuv's four threads is left for files and names. */
const COMPARED_AT_ONCE = 1;

export interface CodeAttempt {
  readonly siteId: string;
  readonly code: string;
  /** Network address of the visitor. */
  readonly address: string;
}

interface Counter {
  readonly fingerprint: string;
  readonly quota: number;
}

/** Judges the codes that visitors of protected sites give. */
export class AccessCodes {
  readonly #db: Pool;
  readonly #sweeping: Sweeping;
  readonly #underWay = new PendingBounds(UNDER_WAY_PER_SITE, UNDER_WAY_IN_ALL);
  readonly #turns = new Turns(COMPARED_AT_ONCE, UNDER_WAY_IN_ALL);

  /** @param db a pool with the rights of the management API */
  constructor(db: Pool) {
    this.#db = db;
    this.#sweeping = new Sweeping(() => sweepAttempts(db));
  }

  /**
   * Lets a right code pass, and any code where none is asked for any more. An attempt is counted before its code is compared,
   * so that parallel attempts cannot outrun the count.
   * @throws Refusal `unauthorized`, `trop_de_tentatives`; TurnsTaken; what `isOutOfReach` recognises
   */
  async check(attempt: CodeAttempt): Promise<void> {
    if (!this.#underWay.admit(attempt.siteId)) throw new TurnsTaken();
    try {
      this.#sweeping.occasion();
      const isRight = await this.#countedly(countersOf(attempt), () => this.#isRight(attempt));
      if (!isRight) throw new Refusal('unauthorized');
    } finally {
      this.#underWay.leave(attempt.siteId);
    }
  }

  async #isRight({ siteId, code }: CodeAttempt): Promise<boolean> {
    const digest = await findAccessCode(this.#db, siteId);
    return digest === null || this.#turns.take(() => isPasswordOf(digest, code));
  }

  /** What comes out right is taken back; so is what was not judged, which is no failure. */
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

/** The address first: whoever is shut out by it counts against nobody else. */
const countersOf = ({ siteId, address }: CodeAttempt): readonly Counter[] => [
  { fingerprint: fingerprintOf(`${siteId} ${address}`), quota: QUOTAS.address },
  { fingerprint: fingerprintOf(siteId), quota: QUOTAS.site },
];
