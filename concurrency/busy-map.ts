/** So many idle ones are kept. */
const IDLE_KEPT = 1_000;

/**
 * What is known by name of those who come and go all the time. The idle ones are forgotten many at once, into a new table: V8's
 * tables for `Map` are replaced after some deletions, each old one refers to the next, and once one of them has grown old, nothing
 * that the later ones held goes before all of the heap is looked through (measured: 15 MB after each young collection, one of all the
 * heap every 0.6 s).
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

  /** The idle ones among them. */
  values(): Iterable<Value> {
    return this.#all.values();
  }

  #forgetIdle(): void {
    this.#all = new Map([...this.#all].filter(([, value]) => !this.#isIdle(value)));
    this.#keptAtMost = this.#all.size + IDLE_KEPT;
  }
}
