/** Something about which facts are found out once: what finds a fact is the name that the fact is kept under. */
export abstract class Known {
  readonly #facts = new Map<unknown, unknown>();

  /** @param find a function that is always the same one, and looks at nothing that changes */
  known<Fact>(find: (subject: this) => Fact): Fact {
    if (!this.#facts.has(find)) this.#facts.set(find, find(this));
    return this.#facts.get(find) as Fact;
  }
}
