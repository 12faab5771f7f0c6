import { openSync } from 'node:fs';
import { access, constants, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** A file with addresses of the network is read by its owner only. One that is there keeps its own mode. */
const MODE = 0o600;

/** Opens the file before pino gets it: pino retries for ever where a file cannot be opened. @throws StartupError */
export function openAccessLog(path: string): number {
  try {
    return openSync(path, 'a', MODE);
  } catch (error) {
    throw new StartupError(troubleSentence(error));
  }
}

/**
 * Looks without making the file.
 * @returns the sentence that `openAccessLog` would throw; null where it can open the file
 */
export async function findAccessLogTrouble(path: string): Promise<string | null> {
  try {
    // Opened without blocking: a pipe without a reader is reported, and not waited for.
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK);
    await file.close();
    return null;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && path.endsWith('/')) return troubleSentence({ code: 'EISDIR' });
    if (!isMissing) return troubleSentence(error);
  }
  return access(dirname(path), constants.W_OK | constants.X_OK).then(() => null, troubleSentence);
}

const troubleSentence = (error: unknown): string =>
  `Le fichier de ACCESS_LOG ne se laisse pas ouvrir (${(error as NodeJS.ErrnoException).code}).`;
