import { hash } from 'node:crypto';
import type { ThemeFiles } from '../../engine/index.ts';
import { MEDIA_LIMITS } from './limits.ts';

/** An address of the library in JSON, where a slash may have a backslash; the same expression is in `loadContent` (`src/storage/public-sites.ts`). */
const NAMED = /\/medias\\?\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\?\//g;

const hasData = (path: string): boolean =>
  path === 'config/settings_data.json' || (path.startsWith('templates/') && path.endsWith('.json'));

/** Ids of the pictures that the data of a theme name, in one order whatever the order of the files; at most `MEDIA_LIMITS.shown`. */
export function namedPictures(files: ThemeFiles): string[] {
  const ids = new Set<string>();
  for (const [path, text] of Object.entries(files)) {
    if (!hasData(path)) continue;
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
