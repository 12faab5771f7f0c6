import type { Draft, DraftShelf } from './drafts.ts';

const DATABASE = 'vitrine-editeur-';
const STORE = 'textes';

/** Drafts in the browser's own database, for each account apart: others who sign in on this browser do not see them. */
export class IndexedDbShelf implements DraftShelf {
  readonly #name: string;
  #opened: Promise<IDBDatabase> | undefined;

  constructor(accountId: string) {
    this.#name = DATABASE + accountId;
  }

  async all(theme: string): Promise<readonly Draft[]> {
    const store = (await this.#open()).transaction(STORE, 'readonly').objectStore(STORE);
    const found: Draft[] = await finished(store.getAll(IDBKeyRange.bound([theme], [theme, []])));
    return found.sort((a, b) => b.at - a.at);
  }

  async write(put: readonly Draft[], remove: readonly Pick<Draft, 'theme' | 'path' | 'page'>[]): Promise<void> {
    const transaction = (await this.#open()).transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    for (const draft of put) store.put(draft);
    for (const { theme, path, page } of remove) store.delete([theme, path, page]);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
    // The page may end at any moment.
    transaction.commit();
    await done;
  }

  #open(): Promise<IDBDatabase> {
    if (this.#opened) return this.#opened;
    const request = indexedDB.open(this.#name, 1);
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
