import { Semaphore } from '../concurrency/semaphore.ts';
import { loginBusy, Refusal } from '../errors.ts';
import { findCredentials, replacePasswordHash } from '../storage/accounts.ts';
import { type AttemptKind, countAttempt, forgetAttempts, sweepAttempts, takeAttemptBack } from '../storage/attempts.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { hashPassword, isOutdated, matchOf } from './password.ts';

/** Failures within one window, of one account and from one address. */
const QUOTAS = { compte: 10, adresse: 50 } as const satisfies Partial<Record<AttemptKind, number>>;
/** Passwords compared at once: half of libuv's threads; reading files and resolving names need the others. */
const COMPARED_AT_ONCE = 2;
const COMPARISONS_WAITING = 32;
/** How often a password is compared anew because its hash was replaced meanwhile. */
const ROUNDS = 5;

/** Somebody who says to know the password of an account. */
export interface Claim {
  readonly email: string;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
}

/** An account whose password somebody has shown to know. */
export interface ProvenAccount {
  readonly id: string;
  /** The stored hash that the password was compared with. */
  readonly digest: string;
}

/** The fingerprints that an attempt is counted by. */
type Counters = Readonly<Record<keyof typeof QUOTAS, string>>;

/** Compares passwords of accounts, few at a time, and counts who guesses (decisions, Accounts, sessions, keys). */
export class PasswordCheck {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;
  readonly #comparisons = new Semaphore(COMPARED_AT_ONCE, COMPARISONS_WAITING);

  /** @param db pools with the service role */
  constructor(db: RolePools) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * Does what only who knows an account's password may. An attempt is counted before its password is compared, so that parallel attempts
   * cannot outrun the count.
   * @param act checks, in the transaction in which it does it, that the account still has this hash, and gives null when it has another one
   *   by now: the password is then compared with that
   * @returns what `act` gave; null when the password is wrong
   * @throws Refusal `trop_de_tentatives`; MomentaryRefusal; SemaphoreFull; what `act` throws
   */
  async whoKnows<T>(
    { email, password, address }: Claim,
    act: (account: ProvenAccount) => Promise<T | null>,
  ): Promise<T | null> {
    const name = email.trim().toLowerCase();
    const counters = { compte: fingerprintOf(name), adresse: fingerprintOf(address) };
    this.#sweep.maybeRun();
    await this.#assertBelowQuota('adresse', counters);
    await this.#assertBelowQuota('compte', counters);
    let account = await this.#compareCounted(name, password, counters);
    for (let round = 1; account; round++) {
      const done = await act(account);
      if (done !== null) return done;
      if (round === ROUNDS) throw loginBusy();
      account = await this.#compare(name, password);
    }
    return null;
  }

  /** The hash of a new password; it costs what a comparison does. @throws SemaphoreFull */
  hash(password: string): Promise<string> {
    return this.#comparisons.run(() => hashPassword(password));
  }

  async #assertBelowQuota(kind: keyof typeof QUOTAS, counters: Counters): Promise<void> {
    const attempts = await countAttempt(this.#db, kind, counters[kind]);
    if (attempts > QUOTAS[kind]) throw new Refusal('trop_de_tentatives');
  }

  async #compareCounted(name: string, password: string, counters: Counters): Promise<ProvenAccount | null> {
    const account = await this.#compare(name, password).catch(async (error) => {
      // The password was not compared, so the attempt does not count as a failure.
      await Promise.all([this.#takeBack('compte', counters), this.#takeBack('adresse', counters)]).catch(
        () => undefined,
      );
      throw error;
    });
    if (account) {
      await forgetAttempts(this.#db, 'compte', counters.compte);
      await this.#takeBack('adresse', counters);
    }
    return account;
  }

  #takeBack(kind: keyof typeof QUOTAS, counters: Counters): Promise<void> {
    return takeAttemptBack(this.#db, kind, counters[kind]);
  }

  /** @returns null when there is no such account, or the password is wrong */
  async #compare(name: string, password: string): Promise<ProvenAccount | null> {
    const account = await findCredentials(this.#db, name);
    return this.#comparisons.run(async () => {
      const match = await matchOf(account?.mot_de_passe, password);
      if (!match || !account) return null;
      const { id, mot_de_passe: digest } = account;
      if (match === 'normalised' && !isOutdated(digest)) return { id, digest };
      const better = await hashPassword(password);
      const isStored = await replacePasswordHash(this.#db, id, digest, better);
      return { id, digest: isStored ? better : digest };
    });
  }
}
