import {
  constants,
  copyFile,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Arrivals } from './arrivals.ts';
import { isAbsent, onDisk, sync } from './disk.ts';
import { assertKey, type ByteRange, isKey, type MediaStore, type StoredFile } from './media-store.ts';

/** How often a file is moved to its place, where somebody removes the empty folder of that place meanwhile. */
const ATTEMPTS = 5;

/** The store in a folder of the disk: a key is the path of its file. Several instances may have the same folder. */
export class FolderStore implements MediaStore {
  readonly #root: string;
  readonly #arrivals: Arrivals;

  /** @param arrivals on the same file system */
  constructor(root: string, arrivals: Arrivals) {
    this.#root = root;
    this.#arrivals = arrivals;
  }

  putFile(key: string, path: string): Promise<void> {
    return this.#put(key, (aside) => copyFile(path, aside, constants.COPYFILE_FICLONE));
  }

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#put(key, (aside) => writeFile(aside, bytes));
  }

  async read(key: string): Promise<Buffer | null> {
    const path = this.#pathOf(key);
    return found(() => readFile(path));
  }

  async stream(key: string, range?: ByteRange): Promise<Readable | null> {
    const path = this.#pathOf(key);
    const handle = await found(() => open(path));
    return handle?.createReadStream(range && { start: range.first, end: range.last }) ?? null;
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const path = this.#pathOf(key);
      await onDisk(() => rm(path, { force: true }));
      await this.#removeEmpty(dirname(path));
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredFile> {
    const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    if (folder !== '') assertKey(folder.slice(0, -1));
    for (const top of folder === '' ? ['originaux/', 'variantes/'] : [folder]) {
      for await (const key of this.#keysIn(top)) {
        if (!key.startsWith(prefix) || !isKey(key)) continue;
        const facts = await found(() => stat(this.#pathOf(key)));
        if (facts?.isFile()) yield { key, bytes: facts.size, storedAt: facts.mtimeMs };
      }
    }
  }

  async *#keysIn(folder: string): AsyncGenerator<string> {
    const names = await found(() => opendir(join(this.#root, folder)));
    if (!names) return;
    for await (const entry of names) {
      if (entry.isDirectory()) yield* this.#keysIn(`${folder}${entry.name}/`);
      else yield `${folder}${entry.name}`;
    }
  }

  #put(key: string, write: (aside: string) => Promise<void>): Promise<void> {
    const path = this.#pathOf(key);
    return onDisk(async () => {
      const aside = await this.#arrivals.place();
      try {
        await write(aside);
        await sync(aside);
        await this.#move(aside, path);
      } finally {
        await rm(aside, { force: true });
      }
    });
  }

  async #move(aside: string, path: string): Promise<void> {
    const folder = dirname(path);
    for (let attempt = 1; ; attempt++) {
      try {
        const made = await mkdir(folder, { recursive: true, mode: 0o700 });
        await rename(aside, path);
        // The names of new folders, too.
        const highest = made === undefined ? folder : dirname(made);
        for (let above = folder; above.length >= highest.length; above = dirname(above)) await sync(above);
        return;
      } catch (error) {
        if (attempt === ATTEMPTS || !isAbsent(error)) throw error;
      }
    }
  }

  /** Removes a folder without files, and those above that then have none. */
  async #removeEmpty(folder: string): Promise<void> {
    if (folder.length <= this.#root.length) return;
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (isRemoved) await this.#removeEmpty(dirname(folder));
  }

  #pathOf(key: string): string {
    assertKey(key);
    return join(this.#root, key);
  }
}

/** What the disk gives; null where nothing is there. */
function found<T>(work: () => Promise<T>): Promise<T | null> {
  return onDisk(() =>
    work().catch((error) => {
      if (isAbsent(error)) return null;
      throw error;
    }),
  );
}
