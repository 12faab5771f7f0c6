import { createHash } from 'node:crypto';
import type { ThemeFiles } from '../../engine/index.ts';

/** The files of a catalog theme, as they name a tree of the catalog: a theme's original. */
export interface CatalogTree {
  /** Lowercase hexadecimal SHA-256 of its paths and keys. */
  readonly key: string;
  readonly files: ReadonlyMap<string, string>;
  /** Key of each text, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Key of a text, lowercase hexadecimal: the database computes the same (migration 006). */
export const textKeyOf = (path: string, text: string): string => sha256(`${path.slice(0, path.indexOf('/'))}\n${text}`);

/** @param files of a catalog theme, without the values of an edition */
export function catalogTreeOf(files: ThemeFiles): CatalogTree {
  const paths = Object.keys(files).sort();
  const texts = new Map(paths.map((path) => [path, textKeyOf(path, files[path] ?? '')]));
  const key = sha256([...texts].map(([path, text]) => `${path} ${text}`).join('\n'));
  return { key, files: new Map(Object.entries(files)), texts };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
