import type { Keeper, UnsavedFile } from './session.ts';

/** What is kept of one tab's unsaved texts. */
interface Draft {
  readonly le: number;
  readonly fichiers: Readonly<Record<string, UnsavedFile>>;
}

const PREFIX = 'vitrine-personnaliser:';

/**
 * Keeps the unsaved texts of a theme in the browser's storage, each tab's apart. A reloaded tab restores its own texts, a new tab those of
 * a closed tab.
 */
export class TabDrafts implements Keeper {
  readonly #subject: string;
  #tab: string;

  /** The account is part of the storage key: another account of this browser does not get these texts. */
  constructor(accountId: string, themeId: string) {
    this.#subject = `${accountId}:${themeId}`;
    this.#tab = sessionItem(PREFIX) ?? freshName();
  }

  async read(): Promise<ReadonlyMap<string, UnsavedFile>> {
    // A duplicated tab has the name of the tab that it was made of.
    if (!(await holdTab(this.#tab))) {
      this.#tab = freshName();
      await holdTab(this.#tab);
    }
    setSessionItem(PREFIX, this.#tab);
    const own = this.#draftAt(this.#key(this.#tab));
    if (own) return filesOf(own);
    // Without locks nobody knows which tabs are closed.
    if (!navigator.locks) return new Map();
    const open = await openTabs();
    const orphans = keys(this.#key(''))
      .filter((key) => !open.has(key.slice(this.#key('').length)))
      .flatMap((key) => {
        const draft = this.#draftAt(key);
        return draft ? [{ key, draft }] : [];
      })
      .sort((a, b) => b.draft.le - a.draft.le);
    const [newest] = orphans;
    if (!newest) return new Map();
    const files = filesOf(newest.draft);
    // Removed first: the storage may not have room for both copies.
    localStorage.removeItem(newest.key);
    this.write(files);
    return files;
  }

  write(files: ReadonlyMap<string, UnsavedFile>): void {
    const key = this.#key(this.#tab);
    try {
      if (files.size === 0) localStorage.removeItem(key);
      else
        localStorage.setItem(
          key,
          JSON.stringify({ le: Date.now(), fichiers: Object.fromEntries(files) } satisfies Draft),
        );
    } catch {
      // The storage is full or refused: only a save to the platform keeps the texts then.
    }
  }

  #key(tab: string): string {
    return `${PREFIX}${this.#subject}:${tab}`;
  }

  #draftAt(key: string): Draft | null {
    try {
      const draft = JSON.parse(localStorage.getItem(key) ?? 'null');
      return typeof draft?.fichiers === 'object' && draft.fichiers !== null ? draft : null;
    } catch {
      return null;
    }
  }
}

const filesOf = ({ fichiers }: Draft): ReadonlyMap<string, UnsavedFile> => new Map(Object.entries(fichiers));

function keys(prefix: string): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function sessionItem(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function setSessionItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The reloaded tab then finds its draft as that of a closed tab.
  }
}

/** Names of the open tabs: each tab holds a lock of its name. Browsers have locks on secure connections only. */
async function openTabs(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}

/** The page before a reload may hold its lock for so long after the next page has begun, milliseconds. */
const RELEASE_MS = 2_000;

/** Holds the lock of a tab until its page goes. @returns whether no other tab has it */
function holdTab(tab: string): Promise<boolean> {
  const { locks } = navigator;
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const hold = () => {
      resolve(true);
      return new Promise<never>(() => undefined);
    };
    locks.request(PREFIX + tab, { signal: AbortSignal.timeout(RELEASE_MS) }, hold).catch(() => resolve(false));
  });
}

const freshName = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');
