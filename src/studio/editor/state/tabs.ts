/** The open files, in the order of their tabs. */
export class Tabs {
  #open: readonly string[] = [];
  #active: string | null = null;

  get open(): readonly string[] {
    return this.#open;
  }

  get active(): string | null {
    return this.#active;
  }

  /** Shows a file in a tab of its own, beside the active one. */
  show(path: string): void {
    if (!this.#open.includes(path)) {
      const at = this.#active === null ? this.#open.length : this.#open.indexOf(this.#active) + 1;
      this.#open = this.#open.toSpliced(at, 0, path);
    }
    this.#active = path;
  }

  /** Closes a tab and shows its neighbour. */
  close(path: string): void {
    const at = this.#open.indexOf(path);
    if (at < 0) return;
    this.#open = this.#open.toSpliced(at, 1);
    if (this.#active === path) this.#active = this.#open[Math.min(at, this.#open.length - 1)] ?? null;
  }

  rename(path: string, other: string): void {
    this.#open = this.#open.map((one) => (one === path ? other : one));
    if (this.#active === path) this.#active = other;
  }
}
