/** Names of code: equal code has the same name, and is compiled and kept once. */
import { createHash } from 'node:crypto';
import type { ThemeFiles } from '../../../engine/index.ts';
import { isCode } from '../../../engine/language/paths.ts';
import type { CodeFile, SourceFile, ThemeCode } from '../../messages/protocol.ts';

/** The key of a file's unit, of its folder, on which the way of compiling depends, and its text. The database computes the same key (`src/storage/migrations/`). */
export const unitKey = (path: string, text: string): string =>
  createHash('sha256')
    .update(`${path.slice(0, path.indexOf('/'))}\n${text}`)
    .digest('hex');

/** @param listing a line for each file of the code, its path and its key, in the order of code points of the paths */
export function codeOf(listing: string): ThemeCode {
  const files = listing === '' ? [] : listing.split('\n').map(fileOf);
  return { id: createHash('sha256').update(listing).digest('hex'), files };
}

function fileOf(line: string): CodeFile {
  const space = line.lastIndexOf(' ');
  return { path: line.slice(0, space), key: line.slice(space + 1) };
}

/** The files of a theme's code, in the order of code points of their paths. */
export const sourceFiles = (files: ThemeFiles): SourceFile[] =>
  Object.entries(files)
    .filter(([path]) => isCode(path))
    .map(([path, text]) => ({ path, text, key: unitKey(path, text) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));

/** @param files in the order of code points of their paths */
export const listingOf = (files: readonly CodeFile[]): string =>
  files.map(({ path, key }) => `${path} ${key}`).join('\n');
