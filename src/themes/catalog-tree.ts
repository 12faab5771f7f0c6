import type { ThemeFiles } from '../../engine/index.ts';
import { unitKey } from '../../sandbox/index.ts';
import { fingerprintOf } from '../text/fingerprint.ts';

/** The files of a catalog theme at one moment, under a key: the original of the themes that are installed from them. */
export interface CatalogTree {
  /** Lowercase hexadecimal SHA-256 of its paths and keys. */
  readonly key: string;
  readonly files: ReadonlyMap<string, string>;
  /** Key of each text, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** @param files of a catalog theme, without the values of an edition */
export function catalogTreeOf(files: ThemeFiles): CatalogTree {
  const paths = Object.keys(files).sort();
  const texts = new Map(paths.map((path) => [path, unitKey(path, files[path] ?? '')]));
  const key = fingerprintOf([...texts].map(([path, text]) => `${path} ${text}`).join('\n'));
  return { key, files: new Map(Object.entries(files)), texts };
}
