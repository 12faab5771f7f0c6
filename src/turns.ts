/** Told to whom comes while all turns are taken and enough others wait. */
export class TurnsTaken extends Error {
  override name = 'TurnsTaken';
}

/** Lets a few pieces of work run at once; some more wait for their turn, in the order in which they came. */
export class Turns {
  readonly #places: number;
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce pieces of work that run @param waiting pieces of work that wait, at most */
  constructor(atOnce: number, waiting: number) {
    this.#free = atOnce;
    this.#places = waiting;
  }

  /** @throws TurnsTaken without having begun; whatever the work throws */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--;
    else if (this.#waiting.length < this.#places) await new Promise<void>((turn) => this.#waiting.push(turn));
    else throw new TurnsTaken();
    try {
      return await work();
    } finally {
      // The turn goes straight to the next, so that nobody who comes now goes before.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }
}
