import { property } from './lookup.ts';
import { Memory } from './memory.ts';
import { counted } from './numbers.ts';
import { text } from './text.ts';
import { asText } from './text-object.ts';
import type { Hash } from './values.ts';

/** The variables of a template whose names are looked up while it is rendered; a template and what it includes share one. */
export class Scope {
  readonly #globals: Hash;
  readonly #frames: Map<string, unknown>[] = [];
  readonly #assigned = new Map<string, unknown>();
  readonly #counters = new Map<string, number>();
  readonly memory = new Memory();
  /** Set by `break` (1) and `continue` (2) outside a loop of an included partial: the loop around it obeys. */
  interrupt: 0 | 1 | 2 = 0;

  /** @param globals values of names that have no other value */
  constructor(globals: Hash, passed: Hash = {}) {
    this.#globals = globals;
    for (const name of Object.keys(passed)) this.#assigned.set(name, passed[name]);
  }

  read(name: string): unknown {
    for (let depth = this.#frames.length - 1; depth >= 0; depth--) {
      const frame = this.#frames[depth];
      if (frame?.has(name)) return frame.get(name);
    }
    const assigned = this.#assigned.get(name);
    if (assigned !== undefined) return assigned;
    return this.#counters.get(name) ?? property(this.#globals, name);
  }

  readComputed(name: unknown): unknown {
    const key = asText(name);
    return typeof key === 'string' ? this.read(key) : undefined;
  }

  assign(name: string, value: unknown): void {
    this.#assigned.set(name, value);
  }

  /** What the counter puts out: an increment its value before, a decrement its value after. */
  count(name: string, step: 1 | -1): string {
    const next = counted(this.#counters.get(name) ?? property(this.#globals, name), step);
    this.#counters.set(name, next);
    return text(step === 1 ? next - 1 : next);
  }

  /** Opens a frame that is seen before all others. */
  enter(name: string, value: unknown): void {
    this.#frames.push(new Map([[name, value]]));
  }

  put(name: string, value: unknown): void {
    this.#frames.at(-1)?.set(name, value);
  }

  leave(): void {
    this.#frames.pop();
  }

  /** The `forloop` around the one that is about to be entered. */
  parentLoop(): unknown {
    return this.#frames.findLast((frame) => frame.has('forloop'))?.get('forloop');
  }

  /** How many frames are open, and back to so many: `break` and `continue` may leave several at once. */
  get depth(): number {
    return this.#frames.length;
  }

  unwind(depth: number): void {
    this.#frames.length = depth;
  }
}
