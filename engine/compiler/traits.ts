/** What a part of a file does that decides whether the part puts out the same on every page. */
export interface Noted {
  /**
   * What is done with a variable or, at `renders`, with a snippet. `free`: what the part puts out may depend on more than names, or the part may
   * leave the block around it.
   */
  readonly what: 'reads' | 'sets' | 'renders' | 'free';
  readonly name: string;
}

/** A set of names that also writes a note for each name that is added, in order. */
class NotedNames extends Set<string> {
  readonly #notes: Noted[];
  readonly #what: Noted['what'];

  constructor(notes: Noted[], what: Noted['what']) {
    super();
    this.#notes = notes;
    this.#what = what;
  }

  override add(name: string): this {
    this.#notes.push({ what: this.#what, name });
    return super.add(name);
  }
}

/** Found while a file is parsed. */
export class Traits {
  /** In the order of the file. */
  readonly notes: Noted[] = [];
  /** Variables that are read by name, in the order of their first reading. */
  readonly reads: Set<string> = new NotedNames(this.notes, 'reads');
  /** Variables that `assign` and `capture` set. */
  readonly assigned: Set<string> = new NotedNames(this.notes, 'sets');
  /** Variables that `increment` and `decrement` count. */
  readonly counted: Set<string> = new NotedNames(this.notes, 'free');
  /** Snippets that `render` names. */
  readonly rendered: Set<string> = new NotedNames(this.notes, 'renders');
  /** Snippets that `include` names; `null` for a name that is known only when it is rendered. */
  readonly included = new Set<string | null>();
  #varies = false;
  #interrupts = false;
  /** Some variable's name is known only when it is rendered: `{{ [name] }}`. */
  namesAreComputed = false;
  /** `cycle`, `ifchanged` or `offset: continue` remember something from one part of the template to the next. */
  remembers = false;
  /** Bodies of `schema`, with their offsets. */
  readonly schemas: { readonly text: string; readonly offset: number }[] = [];

  /** Its output may depend on more than the values that it reads: on the clock, the page's nonce, or other sections. */
  get varies(): boolean {
    return this.#varies;
  }

  noteVaries(): void {
    this.#varies = true;
    this.notes.push({ what: 'free', name: '' });
  }

  /** `break` or `continue` may leave a block early. */
  get interrupts(): boolean {
    return this.#interrupts;
  }

  noteInterrupts(): void {
    this.#interrupts = true;
    this.notes.push({ what: 'free', name: '' });
  }
}
