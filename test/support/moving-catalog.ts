import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CATALOG_FOLDER } from '../../src/themes/catalog.ts';

/** The program's own catalog, with its theme Origo in a copy that a test makes newer. */
export interface MovingCatalog {
  readonly url: URL;
  /** Puts this text in the place of a file of Origo; null removes it. */
  set(path: string, text: string | null): Promise<void>;
  /** Changes a file of Origo, which must have what is replaced. */
  edit(path: string, from: string, to: string): Promise<void>;
  /** Origo is again as the program has it. */
  reset(): Promise<void>;
  remove(): Promise<void>;
}

export async function movingCatalog(): Promise<MovingCatalog> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-catalogue-'));
  const copy = (part: string) =>
    cp(fileURLToPath(new URL(part, CATALOG_FOLDER)), join(folder, part), { recursive: true });
  await Promise.all(['origo', 'vela'].map(copy));
  const place = (path: string) => join(folder, 'origo', path);
  const set: MovingCatalog['set'] = (path, text) => (text === null ? rm(place(path)) : writeFile(place(path), text));
  return {
    url: pathToFileURL(`${folder}/`),
    set,
    edit: async (path, from, to) => {
      const text = await readFile(place(path), 'utf8');
      if (!text.includes(from)) throw new Error(`${path} of Origo has no ${from}`);
      await set(path, text.replace(from, to));
    },
    reset: async () => {
      await rm(join(folder, 'origo'), { recursive: true });
      await copy('origo');
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
