import { Refusal } from '../../errors.ts';
import {
  type AttemptKind,
  countAttempt,
  forgetAttempts,
  sweepAttempts,
  takeAttemptBack,
} from '../../storage/attempts.ts';
import { OccasionalSweep } from '../../storage/occasional-sweep.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';

/** Wrong codes of an application for one account from one place within a quarter of an hour; a place is a network address, or a known browser. */
const AT_ONE_PLACE = 10;
/** The same within a day, from all browsers that the account does not know: one of a million is right, three at a time. */
const OF_STRANGERS = 30;
/**
 * The same from all browsers that the account knows: whoever reads the account's mail gives it another password, and has such a browser then, without
 * ever having shown a second factor.
 */
const OF_KNOWN = 100;

const OTHER_WAYS = 'Servez-vous d’une clé d’accès, d’un code de secours, ou réessayez demain.';
const TOO_MANY_CODES = `Trop de codes faux sont venus de navigateurs que ce compte ne connaît pas. ${OTHER_WAYS}`;
const TOO_MANY_HERE = `Trop de codes faux sont venus aujourd’hui. ${OTHER_WAYS}`;

/** Somebody who shows a second factor. */
export interface FactorAttempt {
  /** Whose factor is asked for. */
  readonly accountId: string;
  /** Network address of the client. */
  readonly address: string;
  /** The pass of a browser that has signed in to this account before. */
  readonly pass: string | undefined;
  /** Whether what is shown can be guessed: the short code of an application. */
  readonly isGuessable: boolean;
}

interface Counter {
  readonly kind: AttemptKind;
  readonly fingerprint: string;
}

/**
 * Limits those who guess second factors, in the database, which all instances share (docs/decisions/second-factor.md). Only who knows the password
 * comes so far, and the owner keeps ways in that no stranger closes: a browser that has signed in before, a passkey, a code on paper.
 */
export class CodeAttempts {
  readonly #db: RolePools;
  readonly #sweep: OccasionalSweep;

  /** @param db pools with the service role */
  constructor(db: RolePools) {
    this.#db = db;
    this.#sweep = new OccasionalSweep(() => sweepAttempts(db));
  }

  /**
   * Counts a guess before it is judged, so that parallel attempts cannot outrun the count; the count is taken back when it was right, and when it
   * could not be judged. Passkeys and codes on paper are judged uncounted: nobody guesses them, and who guesses codes beside their owner closes neither.
   * @param judge gives null when what was shown is wrong
   * @returns what `judge` gave
   * @throws Refusal `trop_de_tentatives`; what `judge` throws
   */
  async count<T>(
    { accountId, address, pass, isGuessable }: FactorAttempt,
    judge: () => Promise<T | null>,
  ): Promise<T | null> {
    if (!isGuessable) return judge();
    this.#sweep.maybeRun();
    const place: Counter = { kind: 'adresse', fingerprint: fingerprintOf(`second ${accountId} ${pass ?? address}`) };
    if ((await this.#increment(place)) > AT_ONE_PLACE) throw new Refusal('trop_de_tentatives');
    const isKnown = pass !== undefined;
    const ofDay: Counter = { kind: 'second', fingerprint: fingerprintOf(isKnown ? `connu ${accountId}` : accountId) };
    if ((await this.#increment(ofDay)) > (isKnown ? OF_KNOWN : OF_STRANGERS)) {
      throw new Refusal('trop_de_tentatives', { message: isKnown ? TOO_MANY_HERE : TOO_MANY_CODES });
    }
    let result: T | null;
    try {
      result = await judge();
    } catch (error) {
      await this.#takeBack([place, ofDay]).catch(() => undefined);
      throw error;
    }
    if (result === null) return null;
    await forgetAttempts(this.#db, place.kind, place.fingerprint);
    await this.#takeBack([ofDay]);
    return result;
  }

  #increment({ kind, fingerprint }: Counter): Promise<number> {
    return countAttempt(this.#db, kind, fingerprint);
  }

  async #takeBack(counters: readonly Counter[]): Promise<void> {
    await Promise.all(counters.map(({ kind, fingerprint }) => takeAttemptBack(this.#db, kind, fingerprint)));
  }
}
