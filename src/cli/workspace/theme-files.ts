/** Changes the files of a theme on the disk: each whole or not at all, and none that somebody else has changed meanwhile. */

import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { outside } from '../outside.ts';
import { isAbsence, looked, makeFolder, syncFolder, writeAside } from './whole-file.ts';

export interface FileChange {
  readonly path: string;
  /** What the file becomes, null to remove it. */
  readonly content: string | null;
  /** Fingerprint of what it is now, null for no file. */
  readonly expected: string | null;
  /** Whether the overwritten content is kept in the trash. */
  readonly keep: boolean;
}

/** Files that are written at a time, before they are renamed. */
const WRITTEN_AT_A_TIME = 8;

/**
 * Makes changes one by one, in their order. Removed files go to the trash.
 * @param root folder of the theme
 * @param aside where new files wait, on the same file system
 * @param trash folder for removed and overwritten files; made when it is needed
 * @returns the paths that were left alone, because their content is not the expected one
 * @throws CommandRefusal when a folder of the theme is a link or no folder
 */
export async function changeFiles(
  root: string,
  changes: readonly FileChange[],
  { aside, trash, signal }: { readonly aside: string; readonly trash: string; readonly signal: AbortSignal },
): Promise<ReadonlySet<string>> {
  for (const folder of foldersOf(changes)) await makeFolder(join(root, folder));
  const prepared = new Map<string, string>();
  const waiting = changes.values();
  const prepareSome = async () => {
    for (const { path, content } of waiting) {
      if (content !== null) prepared.set(path, await prepare(root, path, content, aside));
    }
  };
  await Promise.all(Array.from({ length: WRITTEN_AT_A_TIME }, prepareSome));

  const left = new Set<string>();
  for (const change of changes) {
    signal.throwIfAborted();
    const written = prepared.get(change.path) ?? null;
    if (replaceNow(root, change, written, trash)) continue;
    left.add(change.path);
    if (written !== null) outside.rmSync(written, { force: true });
  }
  for (const folder of foldersOf(changes)) await syncFolder(join(root, folder));
  return left;
}

const foldersOf = (changes: readonly FileChange[]) => new Set(changes.map(({ path }) => dirname(path)));

/** A file keeps its mode. */
async function prepare(root: string, path: string, content: string, aside: string): Promise<string> {
  const written = await writeAside(aside, content);
  const present = await looked(join(root, path));
  if (present?.isFile()) await outside.chmod(written, present.mode & 0o777);
  return written;
}

/** Compares and replaces synchronously, so that nothing of this process runs in between. */
function replaceNow(
  root: string,
  { path, expected, keep }: FileChange,
  written: string | null,
  trash: string,
): boolean {
  const place = join(root, path);
  const present = fingerprintNow(place);
  if (present !== expected) return false;
  if (present !== null && (keep || written === null)) {
    const kept = join(trash, path);
    outside.mkdirSync(dirname(kept), { recursive: true });
    // The file has both names until the new one is in place.
    if (written === null) outside.renameSync(place, kept);
    else outside.linkSync(place, kept);
  }
  if (written !== null) outside.renameSync(written, place);
  return true;
}

/** Fingerprint of the file at a path, null for none; for anything but a plain file a value that equals no fingerprint. */
function fingerprintNow(place: string): string | null {
  try {
    return outside.lstatSync(place).isFile()
      ? createHash('sha256').update(outside.readFileSync(place)).digest('hex')
      : '';
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}
