/** Atomic writes: a file has its old or its new content, whenever the machine or the process stops. */
import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { constants, outside } from '../outside.ts';

/**
 * Writes the whole file to another place and to the disk, to be renamed later.
 * @param folder the other place, on the same file system
 * @returns its path, to be renamed or removed
 */
export async function writeAside(folder: string, content: string, mode = 0o666): Promise<string> {
  const aside = join(folder, `${randomUUID()}.tmp`);
  const handle = await outside.open(aside, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await outside.rm(aside, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return aside;
}

/**
 * Replaces a file by a whole one.
 * @param aside where it waits, on the same file system
 * @param mode of the new file
 */
export async function replaceWhole(path: string, content: string, aside: string, mode = 0o666): Promise<void> {
  const written = await writeAside(aside, content, mode);
  try {
    await outside.rename(written, path);
  } catch (error) {
    await outside.rm(written, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes the names of a folder to the disk (fsync); file systems that cannot do so are ignored. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await outside.open(folder, constants.O_RDONLY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'EISDIR', 'EACCES', 'ENOTSUP'].includes(codeOf(error))) throw error;
  }
}

/**
 * Makes a folder and those above. Node's own `recursive` never ends where a folder can be made nowhere, although the folder above is there
 * (`/proc`).
 */
export async function makeFolders(folder: string, mode = 0o777): Promise<void> {
  const make = () =>
    outside.mkdir(folder, { mode }).catch((error) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  try {
    await make();
  } catch (error) {
    if (!isAbsence(error) || dirname(folder) === folder) throw error;
    await makeFolders(dirname(folder), mode);
    await make();
  }
}

/** Makes a folder if there is none. @throws CommandRefusal when something else is there, such as a link */
export async function makeFolder(folder: string): Promise<void> {
  const present = await looked(folder);
  if (present === null) await makeFolders(folder);
  else if (!present.isDirectory()) {
    throw new CommandRefusal(`${folder} n’est pas un dossier : rien n’y est écrit. Remplacez-le par un dossier.`, {
      code: 'pas_un_dossier',
    });
  }
}

/** What lies at a path, links not followed; null for nothing. */
export async function looked(path: string): Promise<Stats | null> {
  try {
    return await outside.lstat(path);
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

export const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? '';

/** Whether an operation failed because nothing is there. */
export const isAbsence = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
