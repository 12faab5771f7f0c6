import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../concurrency/at-most.ts';
import type { ThemeFiles } from '../../engine/index.ts';

/** Previews whose last content is remembered. */
const REMEMBERED = 10_000;
const DIGITS = 16;

/** The id by which the sandbox knows an author's preview of a theme. No theme and no other author has the same id. */
export const previewId = (themeId: string, accountId: string): string => derivedId('apercu', themeId, accountId);

/** An id for one person's work with a theme. It is a UUID of version 8, which no theme has. */
export function derivedId(what: string, themeId: string, accountId: string): string {
  const hash = createHash('sha256').update(`${what}\n${themeId}\n${accountId}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hash.charAt(16), 16) % 4];
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** Versions of previews. Compared as texts they grow, as versions of themes do: the sandbox takes the smaller text for the older version. */
export class PreviewVersions {
  readonly #last = new LRUCache<string, { readonly content: string; readonly version: string }>(atMost(REMEMBERED));
  #count = 0;

  /** The version of these files; the same as before where they are the last ones of this preview. */
  of(id: string, files: ThemeFiles): string {
    const content = fingerprintOfFiles(files);
    const last = this.#last.get(id);
    if (last?.content === content) return last.version;
    const version = String(++this.#count).padStart(DIGITS, '0');
    this.#last.set(id, { content, version });
    return version;
  }
}

function fingerprintOfFiles(files: ThemeFiles): string {
  const hash = createHash('sha256');
  for (const path of Object.keys(files).sort()) {
    const text = files[path] ?? '';
    hash.update(`${path}\n${text.length}\n`).update(text);
  }
  return hash.digest('hex');
}
