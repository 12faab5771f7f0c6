import { Semaphore, TurnsOfEach } from '../../concurrency/semaphore.ts';
import { loginBusy } from '../errors.ts';
import {
  type AccountCredentials,
  type AccountName,
  findCredentials,
  replacePasswordHash,
} from '../storage/accounts.ts';
import type { RolePools } from '../storage/role-pools.ts';
import { passOf } from './browser-pass.ts';
import { LoginAttempts } from './login-attempts.ts';
import { hashPassword, isOutdated, matchOf } from './password.ts';
import type { ProvenAccount } from './proven-account.ts';

/** Passwords of each sort compared at once: with three sorts, libuv has a thread left for reading files and resolving names. */
const COMPARED_AT_ONCE = 1;
const COMPARISONS_WAITING = 32;

/** Who gives a password: a browser that nobody knows, one that has signed in to the account before, one that is signed in or has a link of the account. */
type Giver = 'stranger' | 'known' | 'present';
/** How often a password is compared again because the account got another hash meanwhile. */
const ROUNDS = 5;

/** A person who gives the password of an account. */
export interface Claim {
  /** Of several accounts that have one address, only the id tells one for sure. */
  readonly who: AccountName;
  readonly password: string;
  /** Network address of the client. */
  readonly address: string;
  /** What its browser presents to show that it has signed in before. */
  readonly passes: readonly string[];
}

/** Compares passwords of accounts, few at a time, and counts failures (docs/decisions/guessing.md). */
export class PasswordCheck {
  readonly #db: RolePools;
  readonly #attempts: LoginAttempts;
  /** Each sort has turns of its own: no other can take them. */
  readonly #turns: Readonly<Record<Giver, Semaphore>> = {
    stranger: new Semaphore(COMPARED_AT_ONCE, COMPARISONS_WAITING),
    known: new Semaphore(COMPARED_AT_ONCE, COMPARISONS_WAITING),
    present: new Semaphore(COMPARED_AT_ONCE, COMPARISONS_WAITING),
  };

  /** Of one account one piece of work has, or waits for, such a turn: accounts are free, and nobody fills a share with one of their own. */
  readonly #ofEach = new TurnsOfEach(COMPARISONS_WAITING);

  /** @param db pools with the service role */
  constructor(db: RolePools) {
    this.#db = db;
    this.#attempts = new LoginAttempts(db);
  }

  /**
   * Runs `act` for a person who knows an account's password. Failures count for the address where it was typed or is owned, else for the account.
   * @param act checks, in the transaction in which it does it, that the account still has this hash, and gives null when it has another one
   *   by now: the password is then compared with that; it is told whether the browser has signed in to the account before
   * @returns what `act` gave; null when the password is wrong
   * @throws Refusal `trop_de_tentatives`; MomentaryRefusal; QueueFull; what `act` throws
   */
  async whoKnows<T>(
    { who, password, address, passes }: Claim,
    act: (account: ProvenAccount, isKnownBrowser: boolean) => Promise<T | null>,
  ): Promise<T | null> {
    const typed = 'email' in who ? who.email.trim().toLowerCase() : null;
    const find = () => findCredentials(this.#db, typed === null ? who : { email: typed });
    const known = typed === null || passes.length > 0 ? await find() : null;
    const name = typed ?? (known?.isConfirmed ? known.email : `compte ${known?.id}`);
    const pass = known ? passOf(passes, { id: known.id, digest: known.mot_de_passe }) : undefined;
    const giver = pass === undefined ? (typed === null ? 'present' : 'stranger') : 'known';
    // Who has a pass never waits for a turn: what was read for the pass is not old yet.
    const first = async () => this.#compare(pass === undefined ? await find() : known, password, giver);
    let account = await this.#attempts.count({ email: name, address, pass }, first);
    for (let round = 1; account; round++) {
      const done = await act(account, pass !== undefined);
      if (done !== null) return done;
      if (round === ROUNDS) throw loginBusy();
      account = await this.#compare(await find(), password, giver);
    }
    return null;
  }

  /** The hash of a new password; it costs what a comparison does. @param accountId null for an account that is yet to be made @throws QueueFull */
  hash(password: string, accountId: string | null): Promise<string> {
    return this.#turn(accountId === null ? 'stranger' : 'present', accountId, () => hashPassword(password));
  }

  #turn<T>(giver: Giver, accountId: string | null, work: () => Promise<T>): Promise<T> {
    const turn = () => this.#turns[giver].run(work);
    return giver === 'stranger' ? turn() : this.#ofEach.run(`${giver} ${accountId}`, turn);
  }

  /** @param account null when there is none @returns null then, and when the password is wrong */
  #compare(account: AccountCredentials | null, password: string, giver: Giver): Promise<ProvenAccount | null> {
    return this.#turn(giver, account?.id ?? null, async () => {
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
