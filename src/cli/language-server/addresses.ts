/** Addresses of documents as clients write them, and the files that they mean. */
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { THEME_FOLDERS } from '../../themes/path-rules.ts';
import { SETTINGS_FILE } from '../workspace/check-settings.ts';

/** Longest address that is read: no file system has longer paths. */
const ADDRESS_LENGTH = 8_192;

/**
 * The file that an address means.
 * @returns an absolute path; null for an address of another kind, of another machine, or one that is no path
 */
export function fileOf(address: string): string | null {
  if (address.length > ADDRESS_LENGTH) return null;
  try {
    const url = new URL(address);
    if (url.protocol !== 'file:' || url.host !== '') return null;
    const path = fileURLToPath(url);
    return path.includes('\0') ? null : resolve(path);
  } catch {
    return null;
  }
}

/** The address of a file. @param file absolute path */
export const addressOf = (file: string): string => pathToFileURL(file).href;

/** Where a file lies in the theme that it may belong to. */
export interface Place {
  /** Folder of the theme, absolute. */
  readonly root: string;
  /** In the theme, with `/`. */
  readonly path: string;
}

/** A file lies directly in one of the six folders of a theme, or is the settings of the checks beside them, or in none. @param file absolute path */
export function placeOf(file: string): Place | null {
  if (basename(file) === SETTINGS_FILE) return { root: dirname(file), path: SETTINGS_FILE };
  const folder = basename(dirname(file));
  if (!THEME_FOLDERS.includes(folder)) return null;
  return { root: dirname(dirname(file)), path: `${folder}/${basename(file)}` };
}

/** The absolute path of a place. */
export const fileAt = ({ root, path }: Place): string => join(root, path);
