import type { KnownFile } from '../../theme/theme-store.ts';

/** What is to become of one file. */
export interface Edit {
  /** The new text; null when the file is to be removed. */
  readonly text: string | null;
  /** What the file was on the platform when its editing began; null when it was not there. */
  readonly base: KnownFile | null;
}

/** What is not saved yet, as `ThemeStore.save` takes it. */
export interface Lot {
  readonly changes: ReadonlyMap<string, string | null>;
  readonly bases: ReadonlyMap<string, string | null>;
}

/** The unsaved changes of a theme, by path. A file that has its base's text again is none of them. */
export class Edits {
  readonly #edits = new Map<string, Edit>();
  #revision = 0;

  /** Another number after each change. */
  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#edits.size;
  }

  get paths(): readonly string[] {
    return [...this.#edits.keys()].sort();
  }

  get(path: string): Edit | undefined {
    return this.#edits.get(path);
  }

  /** @param base what the file is on the platform, as far as is known here: the base of an edit under way stays what it was */
  change(path: string, text: string | null, base: KnownFile | null): void {
    this.put(path, { text, base: this.#edits.get(path)?.base ?? base });
  }

  /** Begins anew from another base. */
  put(path: string, edit: Edit): void {
    this.#revision++;
    if (edit.text === (edit.base?.text ?? null)) this.#edits.delete(path);
    else this.#edits.set(path, edit);
  }

  drop(path: string): void {
    if (this.#edits.delete(path)) this.#revision++;
  }

  /** All of them, as they are now. */
  lot(): Lot {
    const all = [...this.#edits].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      changes: new Map(all.map(([path, { text }]) => [path, text])),
      bases: new Map(all.map(([path, { base }]) => [path, base?.empreinte ?? null])),
    };
  }

  /**
   * Takes a saved lot out: what was written since then stays, on the base of what was saved.
   * @param saved as `ThemeStore.save` returns it
   */
  settle(saved: ReadonlyMap<string, KnownFile | null>): void {
    for (const [path, base] of saved) {
      const edit = this.#edits.get(path);
      if (edit) this.put(path, { text: edit.text, base });
    }
  }
}
