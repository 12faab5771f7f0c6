import { isFileName } from '../../engine/language/paths.ts';
import type { ErrorCode } from '../errors.ts';

export { isPathLength, PATH_LENGTH } from '../../engine/language/paths.ts';

/** What each folder takes (`docs/theme-format.md`). */
export const EXTENSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['layout', ['.liquid']],
  ['sections', ['.liquid']],
  ['snippets', ['.liquid']],
  ['assets', ['.css', '.svg']],
  ['config', ['.json']],
  ['templates', ['.json']],
]);

/** The folders of a theme. */
export const THEME_FOLDERS: readonly string[] = [...EXTENSIONS.keys()];

export type PathRefusal = Extract<ErrorCode, 'traversee' | 'hors_dossier' | 'nom' | 'extension'>;

/**
 * Judges the path of a file to be written, by the rules in their order. The length is
 * not checked here, but with the body's schema.
 * @returns null when the path is admitted
 */
export function judgePath(path: string): PathRefusal | null {
  if (path.startsWith('/') || path.includes('..') || path.includes('\\')) return 'traversee';
  const [folder = '', name, ...rest] = path.split('/');
  const extensions = EXTENSIONS.get(folder);
  if (name === undefined || rest.length > 0 || extensions === undefined) return 'hors_dossier';
  if (!isFileName(name)) return 'nom';
  const dot = name.lastIndexOf('.');
  return dot > 0 && extensions.includes(name.slice(dot)) ? null : 'extension';
}
