import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CatalogId } from '../../src/themes/catalog-ids.ts';

/** A theme's folder that a test may write into. */
export interface ThemeOnDisk {
  readonly root: string;
  write(path: string, content: string | Uint8Array): Promise<void>;
  remove(): Promise<void>;
}

/** @param origin a theme of the catalog to begin with; an empty folder when left out */
export async function themeOnDisk(origin?: CatalogId): Promise<ThemeOnDisk> {
  const root = await mkdtemp(join(tmpdir(), 'vitrine-theme-'));
  if (origin) await cp(fileURLToPath(new URL(`../../catalog/${origin}`, import.meta.url)), root, { recursive: true });
  return {
    root,
    write: async (path, content) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), content);
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
