import { Refusal } from '../errors.ts';
import type { CatalogTheme, ReadCatalog } from './catalog.ts';

/**
 * A file as the catalog delivers it now.
 * @param origin catalog id that a theme descends from, or null
 * @param path compared exactly, never normalized
 * @throws Refusal `sans_origine`, also for a theme that has left the catalog; `absent_de_l_original`
 */
export async function readOriginal(
  readCatalog: ReadCatalog,
  origin: string | null,
  path: string,
): Promise<Pick<CatalogTheme, 'id' | 'metadata'> & { readonly content: string }> {
  const theme = origin === null ? null : await readCatalog(origin);
  if (!theme) throw new Refusal('sans_origine');
  const { id, metadata, files } = theme;
  const content = Object.hasOwn(files, path) ? files[path] : undefined;
  if (content === undefined) throw new Refusal('absent_de_l_original');
  return { id, metadata, content };
}
