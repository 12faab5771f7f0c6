import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import type { Draft, DraftKey, DraftShelf } from './drafts.ts';

const DATABASE = 'vitrine-editeur-';
const STORE = 'textes';
/** Beginning of the keys in `localStorage` under which an earlier release has kept drafts. */
const EARLIER = 'vitrine-personnaliser:';

interface EarlierDraft {
  readonly le: number;
  readonly fichiers: Readonly<Record<string, Pick<Draft, 'text' | 'base'>>>;
}

/** Drafts in the browser's own database, for each account apart: others who sign in on this browser do not see them. */
export class IndexedDbShelf implements DraftShelf {
  readonly #accountId: string;
  #opened: Promise<IDBDatabase> | undefined;

  constructor(accountId: string) {
    this.#accountId = accountId;
  }

  async all(theme: string): Promise<readonly Draft[]> {
    // What cannot be moved stays where it is.
    await this.#takeEarlier(`${EARLIER}${this.#accountId}:${theme}:`, theme).catch(() => undefined);
    const store = (await this.#open()).transaction(STORE, 'readonly').objectStore(STORE);
    const found: Draft[] = await finished(store.getAll(IDBKeyRange.bound([theme], [theme, []])));
    return found.sort((a, b) => b.at - a.at);
  }

  async write(put: readonly Draft[], remove: readonly DraftKey[]): Promise<void> {
    const transaction = (await this.#open()).transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    for (const draft of put) store.put(draft);
    for (const { theme, path, page, at } of remove) {
      const key = [theme, path, page];
      if (at === undefined) {
        store.delete(key);
        continue;
      }
      const kept: IDBRequest<Draft | undefined> = store.get(key);
      kept.onsuccess = () => {
        if (kept.result?.at === at) store.delete(key);
      };
    }
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    // The page may end at any moment. A transaction that still asks for drafts ends by itself.
    if (remove.every(({ at }) => at === undefined)) transaction.commit();
    await done;
  }

  /** Moves what an earlier release of « Personnaliser » has kept. @param prefix of its keys for a theme; the name of a tab follows */
  async #takeEarlier(prefix: string, theme: string): Promise<void> {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
      const kept = jsonValueOf(localStorage.getItem(key) ?? '') as EarlierDraft | null;
      const page = `personnaliser-${key.slice(prefix.length)}`;
      const drafts = Object.entries(kept?.fichiers ?? {}).map(([path, { text, base }]) => ({
        ...{ theme, path, page, text, base, at: kept?.le ?? 0 },
      }));
      await this.write(drafts, []);
      localStorage.removeItem(key);
    }
  }

  #open(): Promise<IDBDatabase> {
    if (this.#opened) return this.#opened;
    const request = indexedDB.open(DATABASE + this.#accountId, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ['theme', 'path', 'page'] });
    const opened = finished(request);
    opened.catch(() => {
      this.#opened = undefined;
    });
    this.#opened = opened;
    return opened;
  }
}

const finished = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
