import { BusyMap } from './busy-map.ts';
import { QueueFull } from './queue-full.ts';

/** Counts the waiting amounts, of each owner and in all, and refuses what exceeds a limit. */
export class ConcurrencyLimit {
  readonly #each: number;
  readonly #all: number;
  readonly #pending = new BusyMap<number>((pending) => pending === 0);
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
   * @param amount how much is added
   * @param atMost the limit of this owner, where it is lower than that of others
   * @returns false for a refusal; otherwise `leave` must follow with the same amount
   */
  admit(owner: string, { amount = 1, atMost = this.#each } = {}): boolean {
    const before = this.#pending.get(owner) ?? 0;
    const pending = before + amount;
    if (pending > atMost || this.#inAll + amount > this.#all) return false;
    if (before === 0 && pending > 0) this.#owners++;
    this.#pending.set(owner, pending);
    this.#inAll += amount;
    return true;
  }

  /** As `admit`; once half of all is taken, an owner may have no more than an equal part of that half: two busy ones cannot block the others. */
  admitShare(owner: string): boolean {
    const crowd = this.#all / 2;
    return this.admit(owner, { atMost: this.#inAll < crowd ? this.#each : Math.ceil(crowd / this.#owners) });
  }

  /**
   * Does work that counts until it is over.
   * @throws QueueFull without having begun; whatever the work throws
   */
  async run<T>(owner: string, work: () => Promise<T>, amount = 1): Promise<T> {
    if (!this.admit(owner, { amount })) throw new QueueFull();
    try {
      return await work();
    } finally {
      this.leave(owner, amount);
    }
  }

  leave(owner: string, amount = 1): void {
    this.#inAll -= amount;
    const left = (this.#pending.get(owner) ?? amount) - amount;
    if (left === 0 && amount > 0) this.#owners--;
    this.#pending.set(owner, left);
  }
}
