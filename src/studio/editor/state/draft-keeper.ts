import type { Draft, DraftShelf } from './drafts.ts';
import type { Edits } from './edits.ts';

/** A change is written after this time, together with those that follow it until then, milliseconds. */
const WRITE_AFTER_MS = 150;

/** Keeps the unsaved changes of one page of the editor in the browser, so that they are there when the page has ended. */
export class DraftKeeper {
  readonly #shelf: DraftShelf;
  readonly #theme: string;
  readonly #page: string;
  readonly #edits: Edits;
  /** The drafts that the shelf has of this page. */
  readonly #kept = new Map<string, string | null>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(shelf: DraftShelf, theme: string, page: string, edits: Edits) {
    this.#shelf = shelf;
    this.#theme = theme;
    this.#page = page;
    this.#edits = edits;
  }

  /** Whether the last writing failed: unsaved changes would be lost with the page. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  note(): void {
    this.#timer ??= setTimeout(() => void this.write(), WRITE_AFTER_MS);
  }

  /** Writes what has changed since the last time. */
  write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const put: Draft[] = [];
    for (const path of this.#edits.paths) {
      const edit = this.#edits.get(path);
      if (!edit || (this.#kept.has(path) && this.#kept.get(path) === keptAs(edit))) continue;
      this.#kept.set(path, keptAs(edit));
      put.push({ ...edit, path, theme: this.#theme, page: this.#page, at: Date.now() });
    }
    const gone = [...this.#kept.keys()].filter((path) => !this.#edits.get(path));
    for (const path of gone) this.#kept.delete(path);
    if (put.length + gone.length === 0) return this.#writing;
    const written = this.#shelf.write(
      put,
      gone.map((path) => ({ theme: this.#theme, path, page: this.#page })),
    );
    this.#writing = written.then(
      () => {
        this.#hasFailed = false;
      },
      () => {
        this.#hasFailed = true;
        // The next change writes them again.
        for (const { path } of put) this.#kept.delete(path);
      },
    );
    return this.#writing;
  }

  /**
   * Takes over the drafts of pages that have ended: of each file the newest; older drafts of the same file stay for another time.
   * @param isOpen whether a page is still open somewhere
   */
  async adopt(isOpen: (page: string) => boolean | Promise<boolean>): Promise<readonly Draft[]> {
    const newest = new Map<string, Draft>();
    for (const draft of await this.#shelf.all(this.#theme)) {
      const { path, page } = draft;
      if (page !== this.#page && !newest.has(path) && !(await isOpen(page))) newest.set(path, draft);
    }
    return [...newest.values()];
  }

  /** Removes the old copy of a draft that is among this page's edits now, or is no longer needed. */
  async release(drafts: readonly Draft[]): Promise<void> {
    // The new copies are written first.
    await this.write();
    if (!this.#hasFailed) await this.#shelf.write([], drafts);
  }
}

const keptAs = ({ text, base }: { text: string | null; base: { empreinte: string } | null }) =>
  text === null ? null : `${base?.empreinte ?? ''}:${text}`;
