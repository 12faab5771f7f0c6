import { text } from './text.ts';

/** The state of one template while it is rendered: cycles, the ends of loops, and the last outputs of `ifchanged`. */
export class Memory {
  #cycles: Map<unknown, number> | undefined;
  readonly #offsets: Map<string, number>;
  #seen: string | undefined;

  /** @param outer that of the template which renders this one: its cycles go on here, if it has begun any */
  constructor(outer?: Memory) {
    this.#cycles = outer ? outer.#cycles : undefined;
    this.#offsets = new Map(outer ? outer.#offsets : []);
    this.#seen = outer ? outer.#seen : undefined;
  }

  /** The turn of a cycle of so many values, 0-based, and on to the next. */
  turn(key: unknown, length: number): number {
    this.#cycles ??= new Map();
    const name = typeof key === 'object' && key !== null ? text(key) : (key ?? null);
    const turn = this.#cycles.get(name) ?? 0;
    this.#cycles.set(name, turn + 1 >= length ? 0 : turn + 1);
    return turn;
  }

  /** Where the last loop of this name stopped. */
  offset(loop: string): number {
    return this.#offsets.get(loop) ?? 0;
  }

  stopped(loop: string, offset: number): void {
    this.#offsets.set(loop, offset);
  }

  /** The text, if it is not the one of the time before. */
  ifChanged(output: string): string {
    if (output === this.#seen) return '';
    this.#seen = output;
    return output;
  }
}
