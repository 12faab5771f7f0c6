/** Name of the file when the theme's name has no character that can be used. */
const NAMELESS = 'theme';

/**
 * `<slug>-<version>.json` (docs/decisions/imports.md). Only ASCII letters are used, because of the header. Other characters of a version
 * become hyphens.
 * @example archiveFileName('Café (copie)', '1.0 bêta') // 'cafe-copie--1.0-b-ta.json'
 */
export function archiveFileName(name: string, version: string): string {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `${slug || NAMELESS}-${version.replace(/[^A-Za-z0-9._-]/gu, '-')}.json`;
}
