import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A catalog of the test's own, on disk. */
export interface CatalogFolder {
  readonly url: URL;
  remove(): Promise<void>;
}

/** @param files by path, the theme's folder first; what is no text is written as JSON */
export async function catalogFolder(files: Readonly<Record<string, unknown>>): Promise<CatalogFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-catalog-'));
  for (const [path, content] of Object.entries(files)) {
    const isAsIs = typeof content === 'string' || Buffer.isBuffer(content);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), isAsIs ? content : JSON.stringify(content));
  }
  return {
    url: pathToFileURL(`${folder}/`),
    remove: () => rm(folder, { recursive: true }),
  };
}
