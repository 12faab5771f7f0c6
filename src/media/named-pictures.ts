import { hash } from 'node:crypto';
import type { ThemeFiles } from '../../engine/index.ts';
import { hasSettings } from '../../engine/language/paths.ts';
import { NAMED_MEDIA } from '../../engine/pictures/facts.ts';
import { MEDIA_LIMITS } from './limits.ts';

const NAMED = new RegExp(NAMED_MEDIA, 'g');

/** Ids of the pictures that the data of a theme name, in one order whatever the order of the files; at most `MEDIA_LIMITS.shown`; `loadContent` (`src/storage/public-sites.ts`) finds the same ones. */
export function namedPictures(files: ThemeFiles): string[] {
  const ids = new Set<string>();
  for (const [path, text] of Object.entries(files)) {
    if (!hasSettings(path)) continue;
    for (const [, id = ''] of text.matchAll(NAMED)) ids.add(id);
  }
  return [...ids].sort().slice(0, MEDIA_LIMITS.shown);
}

/**
 * Version of a site's content with these pictures. No published theme has one like it.
 * @param version of the site's content without pictures
 */
export const versionWithPictures = (version: string, ids: readonly string[]): string =>
  `${version} images:${ids.length === 0 ? '' : hash('sha256', ids.join(), 'base64url')}`;
