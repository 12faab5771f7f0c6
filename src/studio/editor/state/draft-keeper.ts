import type { Draft, DraftShelf } from './drafts.ts';
import type { Edits } from './edits.ts';

/** Time after a change in which further ones are written with it, milliseconds. */
const WRITE_AFTER_MS = 150;

/** Keeps the unsaved changes of one page of the editor in the browser, so that they outlive the page. */
export class DraftKeeper {
  readonly #shelf: DraftShelf;
  readonly #theme: string;
  readonly #page: string;
  readonly #edits: Edits;
  /** What the shelf has of this page. */
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

  /** Whether the last writing did not succeed: what is not saved would be lost with the page. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Writes soon. */
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
        // They are tried again with the next change.
        for (const { path } of put) this.#kept.delete(path);
      },
    );
    return this.#writing;
  }

  /**
   * Takes over what pages that have ended left behind: of each file the newest; older texts of the same file stay for a later time.
   * @param isOpen whether a page is still open somewhere
   */
  async adopt(isOpen: (page: string) => boolean): Promise<readonly Draft[]> {
    const left = (await this.#shelf.all(this.#theme)).filter(({ page }) => page !== this.#page && !isOpen(page));
    const newest = new Map<string, Draft>();
    for (const draft of left) if (!newest.has(draft.path)) newest.set(draft.path, draft);
    return [...newest.values()];
  }

  /** Says that an adopted draft is among this page's edits, or has become needless: its old copy goes. */
  async release(drafts: readonly Draft[]): Promise<void> {
    // First the new copies.
    await this.write();
    if (!this.#hasFailed) await this.#shelf.write([], drafts);
  }
}

const keptAs = ({ text, base }: { text: string | null; base: { empreinte: string } | null }) =>
  text === null ? null : `${base?.empreinte ?? ''}:${text}`;
