import type { Piped } from '../syntax/expression.ts';
import type { Emitter, Node } from './emitter.ts';

/** `{{ value | filter }}`. */
export class Output implements Node {
  readonly blank = false;
  readonly #piped: Piped;
  readonly #offset: number;

  constructor(piped: Piped, offset: number) {
    this.#piped = piped;
    this.#offset = offset;
  }

  emit(to: Emitter): void {
    const value = to.piped(this.#piped, this.#offset);
    if (!value.known && (this.#piped.filters.length > 0 || this.#piped.value.kind === 'range')) to.place(this.#offset);
    to.putValue(value, this.#piped);
  }
}
