/** An object that tells its listeners when it has changed. */
export class Observable {
  readonly #listeners = new Set<() => void>();

  /** @returns a function that ends it */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  protected changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
