import { Observable } from '../../observable.ts';

/** A place in a file; 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Where something is wrong, as far as that is known. */
export const placeOf = (found: { readonly ligne?: number; readonly colonne?: number }): Place | undefined =>
  found.ligne === undefined ? undefined : { line: found.ligne, column: found.colonne ?? 1 };

/** The open files, in the order of their tabs. */
export class Tabs extends Observable {
  #open: readonly string[] = [];
  #active: string | null = null;
  #shows = 0;
  #wanted: (Place & { readonly path: string }) | null = null;

  get open(): readonly string[] {
    return this.#open;
  }

  get active(): string | null {
    return this.#active;
  }

  /** How often a file was chosen to be shown. */
  get shows(): number {
    return this.#shows;
  }

  /** Shows a file in a tab of its own, beside the active one. @param place where to scroll to once the file is shown */
  show(path: string, place?: Place): void {
    if (!this.#open.includes(path)) {
      const at = this.#active === null ? this.#open.length : this.#open.indexOf(this.#active) + 1;
      this.#open = this.#open.toSpliced(at, 0, path);
    }
    this.#active = path;
    this.#shows++;
    this.#wanted = place ? { path, ...place } : null;
    this.changed();
  }

  /** The place of a file to scroll to now; it is given once. */
  takePlace(path: string): Place | null {
    const wanted = this.#wanted;
    if (wanted?.path !== path) return null;
    this.#wanted = null;
    return wanted;
  }

  /** Closes a tab and shows its neighbour. */
  close(path: string): void {
    const at = this.#open.indexOf(path);
    if (at < 0) return;
    this.#open = this.#open.toSpliced(at, 1);
    if (this.#active === path) this.#active = this.#open[Math.min(at, this.#open.length - 1)] ?? null;
    this.changed();
  }

  rename(path: string, other: string): void {
    this.#open = this.#open.map((one) => (one === path ? other : one));
    if (this.#active === path) this.#active = other;
    this.changed();
  }
}
