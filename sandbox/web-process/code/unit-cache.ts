import { LRUCache } from 'lru-cache';
import { UNITS_KEPT_BYTES } from '../../limits.ts';
import type { SourceFile } from '../../messages/protocol.ts';
import type { UnitFolder } from './unit-folder.ts';

/** A file was replaced before it could be read for its unit. */
export class FileGone extends Error {
  override name = 'FileGone';
}

/** Reads the files of a theme's code that have these keys, as far as they are still there, and perhaps others. */
type ReadSources = (keys: readonly string[]) => Promise<readonly SourceFile[]>;

/** Compiles files. @returns their units, packed, in the order of the files */
type Compile = (files: readonly SourceFile[]) => Promise<readonly Uint8Array[]>;

/** Finds compiled units in memory or on the disk, or makes them: each once, for all themes that have its file. */
export class UnitCache {
  readonly #folder: UnitFolder | null;
  readonly #kept = new LRUCache<string, Uint8Array>({
    maxSize: UNITS_KEPT_BYTES,
    sizeCalculation: (unit) => 1 + unit.length,
  });
  /** Units that are being read or made. */
  readonly #coming = new Map<string, Promise<Uint8Array>>();

  /** @param folder null where nothing is to be kept on the disk */
  constructor(folder: UnitFolder | null) {
    this.#folder = folder;
  }

  /** The keys whose units are not in memory. */
  unknown(keys: readonly string[]): readonly string[] {
    return keys.filter((key) => !this.#kept.has(key));
  }

  /**
   * @returns the units of these keys, packed
   * @throws FileGone, and what `read` and `compile` throw, for those that no other call is bringing
   */
  async find(keys: readonly string[], read: ReadSources, compile: Compile): Promise<Record<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (;;) {
      for (const key of keys) {
        const unit = found.has(key) ? undefined : this.#kept.get(key);
        if (unit) found.set(key, unit);
      }
      const lacking = keys.filter((key) => !found.has(key));
      if (lacking.length === 0) return Object.fromEntries(found);
      const nobodys = lacking.filter((key) => !this.#coming.has(key));
      // A call that brings units may fail for reasons of its own: the calls that wait for these units then bring them themselves.
      const brought = nobodys.length > 0 ? await this.#bring(nobodys, read, compile) : await this.#await(lacking);
      for (const [key, unit] of brought) found.set(key, unit);
    }
  }

  async #await(keys: readonly string[]): Promise<readonly (readonly [string, Uint8Array])[]> {
    const settled = await Promise.allSettled(keys.map(async (key) => [key, await this.#coming.get(key)] as const));
    return settled.flatMap((one) =>
      one.status === 'fulfilled' && one.value[1] ? [[one.value[0], one.value[1]] as const] : [],
    );
  }

  async #bring(keys: readonly string[], read: ReadSources, compile: Compile): Promise<ReadonlyMap<string, Uint8Array>> {
    const bringing = this.#readOrMake(keys, read, compile);
    for (const key of keys) {
      const coming = bringing.then((units) => units.get(key) ?? Promise.reject(new Error(`no unit came of ${key}`)));
      coming.catch(() => undefined);
      this.#coming.set(key, coming);
    }
    try {
      const units = await bringing;
      for (const [key, unit] of units) this.#kept.set(key, unit);
      return units;
    } finally {
      for (const key of keys) this.#coming.delete(key);
    }
  }

  async #readOrMake(
    keys: readonly string[],
    read: ReadSources,
    compile: Compile,
  ): Promise<ReadonlyMap<string, Uint8Array>> {
    const folder = this.#folder;
    const units = new Map<string, Uint8Array>();
    if (folder) {
      const stored = await Promise.all(keys.map(async (key) => [key, await folder.read(key)] as const));
      for (const [key, unit] of stored) if (unit) units.set(key, unit);
    }
    const unmade = keys.filter((key) => !units.has(key));
    if (unmade.length === 0) return units;
    const byKey = new Map((await read(unmade)).map((file) => [file.key, file]));
    const files = unmade.flatMap((key) => byKey.get(key) ?? []);
    if (files.length < unmade.length) throw new FileGone();
    const made = await compile(files);
    for (const [index, { key }] of files.entries()) {
      const unit = made[index];
      if (!unit) throw new Error(`no unit came of ${key}`);
      units.set(key, unit);
      // In the background.
      folder?.write(key, unit);
    }
    return units;
  }
}
