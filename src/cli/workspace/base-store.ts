/** Contents at the last exchange, by fingerprint: `.vitrine/base/`. */
import { join } from 'node:path';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { outside } from '../outside.ts';
import { isAbsence, looked } from './whole-file.ts';

export class BaseStore {
  readonly #folder: string;
  /** Folder for files that are being written. */
  readonly #aside: string;

  constructor(folder: string, aside: string) {
    this.#folder = folder;
    this.#aside = aside;
  }

  /** Keeps a content. A content that a crash has damaged counts as absent when it is read. */
  async keep(content: string): Promise<void> {
    const name = fingerprintOf(content);
    const path = join(this.#folder, name);
    if (await looked(path)) return;
    const aside = join(this.#aside, `${name}.base`);
    await outside.writeFile(aside, content);
    await outside.rename(aside, path);
  }

  /** @returns null when it is not kept */
  async read(fingerprint: string): Promise<string | null> {
    try {
      const content = await outside.readFile(join(this.#folder, fingerprint), 'utf8');
      return fingerprintOf(content) === fingerprint ? content : null;
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  async keepOnly(fingerprints: ReadonlySet<string>): Promise<void> {
    for (const name of await outside.readdir(this.#folder)) {
      if (!fingerprints.has(name)) await outside.rm(join(this.#folder, name), { force: true });
    }
  }
}
