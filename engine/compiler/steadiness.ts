import { OF_REQUEST } from '../language/objects.ts';
import type { Noted, Traits } from './traits.ts';

/** What a part of a file does, nested parts included: the file's notes from one index to another one. */
interface Uses {
  readonly notes: readonly Noted[];
  readonly from: number;
  readonly to: number;
}

const uses = new WeakMap<object, Uses>();

/** Remembers what a part does; to be called when the part has been parsed. @param from number of the file's notes before the part */
export function noteUses(part: object, { notes }: Traits, from: number): void {
  if (notes.length > from) uses.set(part, { notes, from, to: notes.length });
}

/** Whether a part does more than put out a text of the file. */
export const doesSomething = (part: object): boolean => uses.has(part);

const OF_ONE_PAGE = [...Object.keys(OF_REQUEST), 'content_for_layout'];

/**
 * Knows, in the order in which a layout or a section runs, which of its variables are the same on all pages of a version: a part that reads no
 * other puts out the same on each.
 */
export class Steadiness {
  readonly #unsteady: Set<string>;

  constructor({ counted }: Traits) {
    this.#unsteady = new Set([...OF_ONE_PAGE, ...counted]);
  }

  /** Whether parts of such a file can be steady at all: nothing in it remembers, and each of its names is known. */
  static isPossible({ remembers, namesAreComputed, included }: Traits): boolean {
    return !remembers && !namesAreComputed && included.size === 0;
  }

  /** @returns the snippets that a steady part renders, which have to be steady, too; undefined for another part */
  rendersOf(part: object): readonly string[] | undefined {
    const rendered: string[] = [];
    for (const note of notesOf(part)) {
      if (note.what === 'sets' || this.#isUnsteady(note)) return undefined;
      if (note.what === 'renders') rendered.push(note.name);
    }
    return rendered;
  }

  /**
   * Notes what a part sets. Of a block in it nobody knows whether it runs: what the variable was before may be left.
   * @param sure the variable that the part itself sets on every page
   */
  pass(part: object, sure: string | undefined): void {
    const set: string[] = [];
    let isSteady = true;
    for (const note of notesOf(part)) {
      if (note.what === 'sets') set.push(note.name);
      else if (note.what === 'renders' || this.#isUnsteady(note)) isSteady = false;
    }
    if (!isSteady) for (const name of set) this.#unsteady.add(name);
    else if (sure !== undefined) this.#unsteady.delete(sure);
  }

  #isUnsteady({ what, name }: Noted): boolean {
    return what === 'free' || (what === 'reads' && this.#unsteady.has(name));
  }
}

function notesOf(part: object): readonly Noted[] {
  const own = uses.get(part);
  return own ? own.notes.slice(own.from, own.to) : [];
}
