import type { FolderTheme } from './open-theme.ts';

/** A save is complete when nothing was written for this time, milliseconds. */
const SILENCE_MS = 50;

/** Watches the folders of open themes, for clients that do not. */
export class ThemeWatch {
  readonly #isNeeded: boolean;
  readonly #changed: (theme: FolderTheme) => Promise<void>;
  readonly #failed: (error: unknown) => void;
  /** What ends each watch, once it has begun. */
  readonly #watched = new Map<FolderTheme, Promise<() => Promise<void>>>();

  constructor(
    isClientWatching: boolean,
    changed: (theme: FolderTheme) => Promise<void>,
    failed: (error: unknown) => void,
  ) {
    this.#isNeeded = !isClientWatching;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Watches these themes, and no others any more. */
  attend(themes: readonly FolderTheme[]): void {
    if (!this.#isNeeded) return;
    for (const theme of themes) {
      if (this.#watched.has(theme)) continue;
      const watch = this.#begin(theme);
      watch.catch(this.#failed);
      this.#watched.set(theme, watch);
    }
    for (const theme of this.#watched.keys()) if (!themes.includes(theme)) this.#end(theme);
  }

  close(): void {
    for (const theme of this.#watched.keys()) this.#end(theme);
  }

  async #begin(theme: FolderTheme): Promise<() => Promise<void>> {
    const { watchFolder } = await import('../workspace/watch-folder.ts');
    const end = await watchFolder({
      root: theme.root,
      silenceMs: SILENCE_MS,
      settled: () => void this.#changed(theme).catch(this.#failed),
      failed: this.#failed,
    });
    // What has changed since the folder was read and before it was watched, nobody tells.
    if (this.#watched.has(theme)) void this.#changed(theme).catch(this.#failed);
    return end;
  }

  #end(theme: FolderTheme): void {
    const watch = this.#watched.get(theme);
    this.#watched.delete(theme);
    void watch?.then((end) => end()).catch(() => undefined);
  }
}
