/** Counts what waits, for each owner and in all, so that no queue grows without end. */
export class PendingBounds {
  readonly #each: number;
  readonly #all: number;
  readonly #pending = new Map<string, number>();
  #inAll = 0;

  /** @param each what one owner may have waiting @param all what may wait in all */
  constructor(each: number, all: number) {
    this.#each = each;
    this.#all = all;
  }

  get size(): number {
    return this.#inAll;
  }

  /**
   * @param atMost what this owner may have waiting, if that is less than others may
   * @returns false when it has to be refused; otherwise `leave` must follow
   */
  admit(owner: string, atMost = this.#each): boolean {
    const pending = this.#pending.get(owner) ?? 0;
    if (pending >= atMost || this.#inAll >= this.#all) return false;
    this.#pending.set(owner, pending + 1);
    this.#inAll++;
    return true;
  }

  leave(owner: string): void {
    this.#inAll--;
    const left = (this.#pending.get(owner) ?? 1) - 1;
    if (left === 0) this.#pending.delete(owner);
    else this.#pending.set(owner, left);
  }
}
