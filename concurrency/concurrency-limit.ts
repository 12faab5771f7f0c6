import { BusyMap } from './busy-map.ts';
import { QueueFull } from './queue-full.ts';

/** What is asked for. */
export interface Claim {
  /** How much is added. */
  readonly amount?: number;
  /** The account that works for this owner: of whatever owners, such as sites, it has at most twice what one of them may have, and half of all. */
  readonly account?: string;
}

/** Counts the waiting amounts, of each owner, of each account and in all, and refuses what exceeds a limit. */
export class ConcurrencyLimit {
  readonly #each: number;
  readonly #all: number;
  readonly #pending = new BusyMap<number>((pending) => pending === 0);
  readonly #ofAccounts = new BusyMap<number>((pending) => pending === 0);
  #inAll = 0;
  #owners = 0;

  /** @param each the most that one owner may have waiting @param all the most that may wait in all, in the same unit */
  constructor(each: number, all: number) {
    this.#each = each;
    this.#all = all;
  }

  get size(): number {
    return this.#inAll;
  }

  /** How many owners have something waiting. */
  get owners(): number {
    return this.#owners;
  }

  /**
   * @param atMost the limit of this owner, where it is lower than that of others
   * @returns false for a refusal; otherwise `leave` must follow with the same claim
   */
  admit(
    owner: string,
    { amount = 1, account, atMost = this.#each }: Claim & { readonly atMost?: number } = {},
  ): boolean {
    const before = this.#pending.get(owner) ?? 0;
    const pending = before + amount;
    if (pending > atMost || this.#inAll + amount > this.#all) return false;
    if (account !== undefined) {
      const ofAccount = (this.#ofAccounts.get(account) ?? 0) + amount;
      if (ofAccount > Math.min(2 * this.#each, this.#all / 2)) return false;
      this.#ofAccounts.set(account, ofAccount);
    }
    if (before === 0 && pending > 0) this.#owners++;
    this.#pending.set(owner, pending);
    this.#inAll += amount;
    return true;
  }

  /** As `admit`; once half of all is taken, an owner may have no more than an equal part of that half: two busy ones cannot block the others. */
  admitShare(owner: string, claim: Claim = {}): boolean {
    const crowd = this.#all / 2;
    return this.admit(owner, { ...claim, atMost: this.#inAll < crowd ? this.#each : Math.ceil(crowd / this.#owners) });
  }

  /**
   * Does work that counts until it is over.
   * @throws QueueFull without having begun; whatever the work throws
   */
  async run<T>(owner: string, work: () => Promise<T>, claim: Claim = {}): Promise<T> {
    if (!this.admit(owner, claim)) throw new QueueFull();
    try {
      return await work();
    } finally {
      this.leave(owner, claim);
    }
  }

  leave(owner: string, { amount = 1, account }: Claim = {}): void {
    this.#inAll -= amount;
    if (account !== undefined) this.#ofAccounts.set(account, (this.#ofAccounts.get(account) ?? amount) - amount);
    const left = (this.#pending.get(owner) ?? amount) - amount;
    if (left === 0 && amount > 0) this.#owners--;
    this.#pending.set(owner, left);
  }
}
