import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readCatalogTheme } from '../src/themes/catalog.ts';
import { FILES_PER_THEME } from '../src/themes/limits.ts';
import { temporaryFolder } from './vitrine/host.ts';

/** A folder with the files of `origo`, and copies of its sections and snippets under other names, as many as a theme may have. */
export async function largeTheme(): Promise<string> {
  const theme = await readCatalogTheme('origo');
  if (!theme) throw new Error('the catalog has no theme origo');
  const files = new Map(Object.entries(theme.files));
  const copied = [...files].filter(([path]) => /^(?:sections|snippets)\//.test(path));
  for (let copy = 2; files.size < FILES_PER_THEME; copy++) {
    for (const [path, text] of copied.slice(0, FILES_PER_THEME - files.size)) {
      files.set(path.replace('.liquid', `-${copy}.liquid`), text);
    }
  }
  const root = join(await temporaryFolder(), 'theme');
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}
