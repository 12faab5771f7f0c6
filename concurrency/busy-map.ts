/** How many idle values are kept. */
const IDLE_KEPT = 1_000;

/**
 * A map whose names come and go all the time. Idle values are removed many at once, by a new `Map`: after deletions one by one V8 keeps what a
 * `Map` has held until it collects the whole heap (15 MB after each young collection, a full one every 0.6 s;
 * test/sandbox/young-collections.service.test.ts).
 */
export class BusyMap<Value> {
  #all = new Map<string, Value>();
  #keptAtMost = IDLE_KEPT;
  readonly #isIdle: (value: Value) => boolean;

  constructor(isIdle: (value: Value) => boolean) {
    this.#isIdle = isIdle;
  }

  get(name: string): Value | undefined {
    return this.#all.get(name);
  }

  set(name: string, value: Value): void {
    if (this.#all.size >= this.#keptAtMost) this.#forgetIdle();
    this.#all.set(name, value);
  }

  /** All values, also idle ones. */
  values(): Iterable<Value> {
    return this.#all.values();
  }

  #forgetIdle(): void {
    this.#all = new Map([...this.#all].filter(([, value]) => !this.#isIdle(value)));
    this.#keptAtMost = this.#all.size + IDLE_KEPT;
  }
}
