import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const DIGEST_BYTES = 32;

/** The folder may hold so many bytes; when it holds more, the newest units are kept that fill this share. */
const FOLDER_BYTES = 512 * 1024 * 1024;
const KEPT_SHARE = 0.75;
/** The folder of another build is kept for so long, milliseconds: an older program may run beside this one. */
const OTHER_BUILDS_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Compiled units on the disk, for the next process and for other instances on this machine. A file has one unit, is named by its key, and begins with
 * the SHA-256 of the unit. A folder belongs to one build of the engine and of V8. A unit that is damaged, or cannot be read, is compiled again.
 */
export class UnitFolder {
  readonly #parent: string;
  readonly #build: string;
  readonly #tell: (reason: string) => void;
  #hasTold = false;
  #bytes: number | null = null;

  /**
   * @param parent folder of all builds; made where there is none
   * @param engine names the engine (`engineBuild`); V8's own version and the processor's kind count, too
   * @param tell called once, when the first unit cannot be written, with the system's code for the reason
   */
  constructor(parent: string, engine: string, tell: (reason: string) => void = () => undefined) {
    this.#parent = parent;
    this.#tell = tell;
    this.#build = createHash('sha256')
      .update(JSON.stringify([engine, process.version, process.versions.v8, process.arch]))
      .digest('hex');
  }

  /** @returns null where there is nothing whole under this key */
  async read(key: string): Promise<Uint8Array | null> {
    const file = await readFile(this.#pathOf(key)).catch(() => null);
    if (!file || file.length < DIGEST_BYTES) return null;
    const unit = file.subarray(DIGEST_BYTES);
    return digestOf(unit).equals(file.subarray(0, DIGEST_BYTES)) ? unit : null;
  }

  /** Writes a unit, whole or not at all. */
  async write(key: string, unit: Uint8Array): Promise<void> {
    const path = this.#pathOf(key);
    const unfinished = `${path}.${randomUUID()}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(unfinished, Buffer.concat([digestOf(unit), unit]));
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined);
      this.#complain(error as NodeJS.ErrnoException);
      return;
    }
    if (this.#bytes !== null) this.#bytes += unit.length;
    if (this.#bytes !== null && this.#bytes > FOLDER_BYTES) await this.tidy();
  }

  /** Removes what other builds have left behind, and the oldest units where there are too many. */
  async tidy(): Promise<void> {
    this.#bytes = null;
    for (const name of await namesIn(this.#parent)) {
      const age = await ageOf(join(this.#parent, name));
      if (name !== this.#build && age > OTHER_BUILDS_MS) await remove(join(this.#parent, name));
    }
    const own = join(this.#parent, this.#build);
    const now = new Date();
    await utimes(own, now, now).catch(() => undefined);
    const files: { path: string; bytes: number; at: number }[] = [];
    for (const name of await namesIn(own, true)) {
      const path = join(own, name);
      const found = await stat(path).catch(() => null);
      if (found?.isFile()) files.push({ path, bytes: found.size, at: found.mtimeMs });
    }
    files.sort((a, b) => b.at - a.at);
    let bytes = 0;
    for (const file of files) {
      if (bytes + file.bytes <= FOLDER_BYTES * KEPT_SHARE) bytes += file.bytes;
      else await remove(file.path);
    }
    this.#bytes = bytes;
  }

  #complain({ code, message }: NodeJS.ErrnoException): void {
    // Somebody has just removed the folder, as an operator may.
    if (this.#hasTold || code === 'ENOENT') return;
    this.#hasTold = true;
    this.#tell(code ?? message);
  }

  #pathOf(key: string): string {
    return join(this.#parent, this.#build, key.slice(0, 2), key);
  }
}

const digestOf = (unit: Uint8Array): Buffer => createHash('sha256').update(unit).digest();

const namesIn = (folder: string, recursive = false): Promise<string[]> =>
  readdir(folder, { recursive }).catch(() => []);

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true }).catch(() => undefined);

/** Milliseconds since it was last changed. */
const ageOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
