/** Numbers from a seed: the same seed gives the same ones. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** @returns a number from 0 on, below 1 (mulberry32) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  /** @returns a whole number, `to` included */
  integer(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  chance(part: number): boolean {
    return this.next() < part;
  }

  /** @throws Error where there is nothing to choose from */
  oneOf<T>(all: readonly T[]): T {
    if (all.length === 0) throw new Error('there is nothing to choose from');
    return all[this.integer(0, all.length - 1)] as T;
  }
}
