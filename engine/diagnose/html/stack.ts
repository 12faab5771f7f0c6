import { FOREIGN } from '../../text/html-elements.ts';
import type { Element } from './tags.ts';

/** The elements that are open at a place, the innermost first. */
export interface Stack {
  /** The same for the same names in the same order. */
  readonly id: number;
  readonly depth: number;
  readonly name: string;
  readonly element: Element;
  readonly below: Stack | null;
  readonly isForeign: boolean;
}

/** Gives stacks of the same names the same number, so that they are compared at once. */
export class Stacks {
  readonly #ids = new Map<string, number>();

  push(below: Stack | null, element: Element): Stack {
    const { name } = element.tag;
    const key = `${below?.id ?? 0} ${name}`;
    const id = this.#ids.get(key) ?? this.#ids.size + 1;
    this.#ids.set(key, id);
    const isForeign = FOREIGN.has(name) || (name !== 'foreignobject' && (below?.isForeign ?? false));
    return { id, depth: (below?.depth ?? 0) + 1, name, element, below, isForeign };
  }
}
