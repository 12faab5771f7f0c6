import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent, onDisk } from './disk.ts';

/** Nobody writes to a file that has not changed for so long, milliseconds: what makes one has minutes. */
const LEFT_AFTER_MS = 60 * 60 * 1_000;

/**
 * The folder of files that are not whole yet: uploads under way, and what a store writes before it gives the file its name. Several instances may
 * have the same folder, so a file of a killed one is told by its age.
 */
export class Arrivals {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** @returns path of a file that nobody else names and that is not there yet; whoever makes the file removes it */
  async place(): Promise<string> {
    await onDisk(() => mkdir(this.folder, { recursive: true, mode: 0o700 }));
    return join(this.folder, randomUUID());
  }

  /** Removes what killed processes have left. */
  async tidy(now = Date.now()): Promise<void> {
    for (const name of await namesIn(this.folder)) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found && now - found.mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true, recursive: true });
    }
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
