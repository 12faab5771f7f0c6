import { setTimeout as sleep } from 'node:timers/promises';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { loginBusy, Refusal } from '../errors.ts';
import {
  type AttemptKind,
  countAttempt,
  forgetAttempts,
  sweepAttempts,
  type TurnTerms,
  takeAttemptBack,
  takeTurn,
} from '../storage/attempts.ts';
import { OccasionalSweep } from '../storage/occasional-sweep.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { fingerprintOf } from '../text/fingerprint.ts';

/** Failures of one account at one place (a network address, or a known browser) within a quarter of an hour. */
const QUOTA = 10;
/** From so many failures on, strangers wait for a turn: of one account within an hour, from one address within a quarter of an hour. */
const CROWD = { compte: 100, adresse: 50 } as const satisfies Partial<Record<AttemptKind, number>>;
/** One turn a second; nobody waits for longer than five seconds. */
const TURNS: TurnTerms = { stepSeconds: 1, longestSeconds: 5 };
/** Attempts that wait in this process at most: each takes memory. */
const WAITING_IN_ALL = 256;

/** Somebody who tries a password. */
interface Attempt {
  /** The account's address in its stored form, or what stands for an account that owns none. */
  readonly email: string;
  /** Network address of the client. */
  readonly address: string;
  /** The pass of a browser that has signed in to this account before. */
  readonly pass: string | undefined;
}

interface Counter {
  readonly kind: keyof typeof CROWD;
  readonly fingerprint: string;
}

/**
 * Limits those who guess passwords, in the database, which all instances share. Who guesses is refused at the place where he does: his network
 * address, or the browser that has signed in before. An account that is guessed from many places is not closed, for its owner would be locked
 * out with the others: browsers that never signed in to it wait for their turn, and the owner's own never do.
 */
export class LoginAttempts {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;
  readonly #wait: (ms: number) => Promise<unknown>;
  readonly #waiting = new Semaphore(WAITING_IN_ALL, 0);

  /** @param db pools with the service role @param wait how a turn is waited for */
  constructor(db: RolePools, wait: (ms: number) => Promise<unknown> = sleep) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
    this.#wait = wait;
  }

  /**
   * Counts an attempt before its password is compared, so that parallel attempts cannot outrun the count. It is taken back when the password is
   * right, and when it could not be compared.
   * @param compare gives null when the password is wrong
   * @returns what `compare` gave
   * @throws Refusal `trop_de_tentatives`; MomentaryRefusal; QueueFull; what `compare` throws
   */
  async count<T>(attempt: Attempt, compare: () => Promise<T | null>): Promise<T | null> {
    this.#sweep.maybeRun();
    const place = placeOf(attempt);
    if ((await this.#increment(place)) > QUOTA) throw new Refusal('trop_de_tentatives');
    const wide: readonly Counter[] = [
      { kind: 'compte', fingerprint: fingerprintOf(attempt.email) },
      { kind: 'adresse', fingerprint: fingerprintOf(attempt.address) },
    ];
    const counts = await Promise.all(wide.map((counter) => this.#increment(counter)));
    let result: T | null;
    try {
      const crowds = wide.filter(({ kind }, n) => Number(counts[n]) > CROWD[kind]);
      if (attempt.pass === undefined && crowds.length > 0) await this.#awaitTurn(crowds);
      result = await compare();
    } catch (error) {
      await this.#takeBack([place, ...wide]).catch(() => undefined);
      throw error;
    }
    if (result !== null) {
      await forgetAttempts(this.#db, place.kind, place.fingerprint);
      await this.#takeBack(wide);
    }
    return result;
  }

  /** @throws MomentaryRefusal, QueueFull when too many wait */
  async #awaitTurn(crowds: readonly Counter[]): Promise<void> {
    const turns = await Promise.all(
      crowds.map(({ kind, fingerprint }) => takeTurn(this.#db, kind, fingerprintOf(`tour ${fingerprint}`), TURNS)),
    );
    if (turns.includes(null)) throw loginBusy();
    await this.#waiting.run(() => this.#wait(Math.max(...turns.map(Number)) * 1_000));
  }

  #increment({ kind, fingerprint }: Counter): Promise<number> {
    return countAttempt(this.#db, kind, fingerprint);
  }

  async #takeBack(counters: readonly Counter[]): Promise<void> {
    await Promise.all(counters.map(({ kind, fingerprint }) => takeAttemptBack(this.#db, kind, fingerprint)));
  }
}

/** Whose failures of an account count together. A browser that has signed in is a place of its own: others at its address cannot lock it out. */
const placeOf = ({ email, address, pass }: Attempt): Counter => ({
  kind: 'adresse',
  fingerprint: fingerprintOf(`${email} ${pass ?? address}`),
});
