import type { ThemeRole } from '../../contract/shared.ts';
import type { Clock } from './clock.ts';
import { fingerprint, type Part } from './part.ts';

/** An unsaved text as the browser keeps it. */
export interface Draft extends Omit<Part, 'contested' | 'sent'> {
  /** Id of the document. */
  readonly theme: string;
  readonly path: string;
  /** Name of the page that wrote it: two pages may change one text. */
  readonly page: string;
  /** When it was written, milliseconds since 1970. */
  readonly at: number;
  /** Absent in drafts of earlier releases, as the role is. */
  readonly sent?: Part['sent'];
  /** The role of the document that the person had seen. */
  readonly role?: ThemeRole;
}

/** Names a draft; with a time, only the one that was written then. */
export type DraftKey = Pick<Draft, 'theme' | 'path' | 'page'> & Partial<Pick<Draft, 'at'>>;

/** Where a browser keeps the drafts of one account. */
export interface DraftShelf {
  /** @returns those of a document, the newest first */
  all(theme: string): Promise<readonly Draft[]>;
  /** Writes and removes drafts in one transaction. */
  write(put: readonly Draft[], remove: readonly DraftKey[]): Promise<void>;
}

/** The pages of this browser that may hold drafts. */
export interface OpenPages {
  /** Names this page; no two have the same. */
  readonly page: string;
  isOpen(page: string): boolean | Promise<boolean>;
}

interface DraftsOptions {
  readonly shelf: DraftShelf;
  readonly pages: OpenPages;
  readonly clock: Clock;
  /** Id of the document. */
  readonly document: string;
  /** Called when the browser begins to keep nothing, or keeps texts again. */
  readonly onFailure: () => void;
}

/** A change is written after this time, together with those that follow it until then, milliseconds. */
const WRITE_AFTER_MS = 150;

/** Stands for what the shelf has after a writing that failed, which the next writing repeats. */
const UNKEPT = '';

/** Keeps what one page has not saved in the browser, so that it is there when the page has ended. */
export class Drafts {
  readonly #options: DraftsOptions;
  /** What the shelf has of this page. */
  readonly #kept = new Map<string, string>();
  /** Drafts of other pages whose texts this page has: the next writing removes them. */
  #taken: readonly DraftKey[] = [];
  #cancel: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: DraftsOptions) {
    this.#options = options;
  }

  /** Whether the browser has refused to keep drafts: unsaved texts would be lost with the page. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Has the texts written soon. @param unsaved gives them when they are written */
  note(unsaved: () => Unsaved): void {
    this.#cancel ??= this.#options.clock.after(WRITE_AFTER_MS, () => void this.write(unsaved()));
  }

  /** Writes what has changed since the last time. */
  write({ parts, role }: Unsaved): Promise<void> {
    const { shelf, pages, clock, document } = this.#options;
    this.#cancel?.();
    this.#cancel = null;
    const keyOf = (path: string): DraftKey => ({ theme: document, path, page: pages.page });
    const put: Draft[] = [];
    for (const [path, { text, base, sent }] of parts) {
      const kept = JSON.stringify([role, fingerprint(base), sent, text]);
      if (this.#kept.get(path) === kept) continue;
      this.#kept.set(path, kept);
      put.push({ ...keyOf(path), text, base, sent, role, at: clock.now() });
    }
    const gone = [...this.#kept.keys()].filter((path) => !parts.has(path));
    for (const path of gone) this.#kept.delete(path);
    const taken = this.#taken;
    this.#taken = [];
    if (put.length + gone.length + taken.length > 0) {
      this.#writing = shelf.write(put, [...gone.map(keyOf), ...taken]).then(
        () => this.#note([...this.#kept.values()].includes(UNKEPT)),
        () => {
          for (const path of [...put.map((draft) => draft.path), ...gone]) this.#kept.set(path, UNKEPT);
          this.#taken = [...this.#taken, ...taken];
          this.#note(true);
        },
      );
    }
    return this.#writing;
  }

  #note(hasFailed: boolean): void {
    if (this.#hasFailed === hasFailed) return;
    this.#hasFailed = hasFailed;
    this.#options.onFailure();
  }

  /**
   * The drafts of pages that have ended: of each text the newest; older drafts of the same text stay for another time.
   * @returns null where the browser keeps none
   */
  async left(): Promise<readonly Draft[] | null> {
    const { shelf, pages, document } = this.#options;
    const newest = new Map<string, Draft>();
    const all = await shelf.all(document).catch(() => null);
    if (all === null) {
      this.#note(true);
      return null;
    }
    for (const draft of all) {
      const { path, page } = draft;
      if (page !== pages.page && !newest.has(path) && !(await pages.isOpen(page))) newest.set(path, draft);
    }
    return [...newest.values()];
  }

  /** This page has the texts of these drafts: the next writing puts its copies in their place, unless they have changed since. */
  take(drafts: readonly Draft[]): void {
    this.#taken = drafts.map(({ theme, path, page, at }) => ({ theme, path, page, at }));
  }
}

/** What is not saved, by path, with the role that the person has seen. */
export interface Unsaved {
  readonly parts: ReadonlyMap<string, Part>;
  readonly role: ThemeRole;
}
