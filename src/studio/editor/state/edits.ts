import type { KnownFile } from '../../theme/theme-store.ts';

/** The unsaved change of one file. */
export interface Edit {
  /** The new text; null removes the file. */
  readonly text: string | null;
  /** What the file was on the platform when its editing began; null when it was not there. */
  readonly base: KnownFile | null;
}

/** All unsaved changes, as `ThemeStore.save` takes them. */
export interface Lot {
  readonly changes: ReadonlyMap<string, string | null>;
  readonly bases: ReadonlyMap<string, string | null>;
}

/** The unsaved changes of a theme, by path. A file whose text is that of its base again has no change. */
export class Edits {
  readonly #edits = new Map<string, Edit>();
  #revision = 0;

  /** Grows with each change. */
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

  /** @param base the stored file as far as this page knows it; a file that has an edit already keeps the base of that edit */
  change(path: string, text: string | null, base: KnownFile | null): void {
    this.put(path, { text, base: this.#edits.get(path)?.base ?? base });
  }

  /** Replaces the edit and its base. */
  put(path: string, edit: Edit): void {
    this.#revision++;
    if (edit.text === (edit.base?.text ?? null)) this.#edits.delete(path);
    else this.#edits.set(path, edit);
  }

  drop(path: string): void {
    if (this.#edits.delete(path)) this.#revision++;
  }

  /** A copy of all edits. */
  lot(): Lot {
    const all = [...this.#edits].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      changes: new Map(all.map(([path, { text }]) => [path, text])),
      bases: new Map(all.map(([path, { base }]) => [path, base?.empreinte ?? null])),
    };
  }

  /**
   * Takes a saved lot out. What was typed during the save stays, with the saved text as its base.
   * @param saved as `ThemeStore.save` returns it
   */
  settle(saved: ReadonlyMap<string, KnownFile | null>): void {
    for (const [path, base] of saved) {
      const edit = this.#edits.get(path);
      if (edit) this.put(path, { text: edit.text, base });
    }
  }
}
