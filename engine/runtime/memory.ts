import { text } from './text.ts';

/** The state of one template while it is rendered: cycles, the ends of loops, and the last output of `ifchanged`. Each `render` begins with none. */
export class Memory {
  readonly #cycles = new Map<unknown, number>();
  readonly #offsets = new Map<string, number>();
  #seen: string | undefined;

  /** The turn of a cycle of so many values, 0-based, and on to the next. */
  turn(key: unknown, length: number): number {
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
