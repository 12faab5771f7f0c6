import { open } from 'node:fs/promises';
import { StoreAway } from './store-away.ts';

/** Whether an operation failed because nothing is there. */
export function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Does something with the disk. @throws StoreAway with the system's code when the disk refuses */
export async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || error instanceof StoreAway) throw error;
    throw new StoreAway(code, { cause: error });
  }
}

/** Brings a file, or the names of a folder, to the disk. File systems that cannot do so with a folder are ignored. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (!['EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
  } finally {
    await handle.close();
  }
}
