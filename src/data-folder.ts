import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Why the program cannot write to a folder. */
export type FolderTrouble = 'not-a-folder' | 'closed' | 'full';

/** With less free space than this the disk counts as full, bytes. */
const ROOM_BYTES = 1_048_576;

/**
 * Checks without writing anything.
 * @param folder absolute path; a folder that does not exist is judged by the folder in which it would be made
 * @returns null where it can be written
 */
export async function findFolderTrouble(folder: string): Promise<FolderTrouble | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return 'not-a-folder';
    await access(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize, files, ffree } = await statfs(folder);
    return bavail * bsize < ROOM_BYTES || (files > 0 && ffree === 0) ? 'full' : null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && folder !== dirname(folder)) return findFolderTrouble(dirname(folder));
    return code === 'ENOTDIR' ? 'not-a-folder' : 'closed';
  }
}

/** @returns a sentence about `DATA_DIR` */
export const troubleSentence = (dataDir: string, trouble: FolderTrouble): string =>
  `DATA_DIR (${dataDir}) ${WHAT[trouble]}.`;

const WHAT: Readonly<Record<FolderTrouble, string>> = {
  'not-a-folder': 'n’est pas un dossier où ce programme peut écrire',
  closed: 'ne se laisse pas écrire par ce programme',
  full: 'est sur un disque plein',
};
