import { type FileHandle, open, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { WriteArchive } from '../../accounts/deletion.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { refusalOfDisk } from '../run.ts';
import { syncFolder } from '../workspace/whole-file.ts';

/** Only its owner reads the file: it holds people's data. */
const MODE = 0o600;
/** How much is written at once, UTF-16 code units. */
const PIECE_UNITS = 1_048_576;

/**
 * Runs `work`, which writes an archive into a new file and then deletes what it has archived.
 * @throws CommandRefusal when there is such a file already, or it cannot be written. The file stays once it is whole
 */
export async function withArchive(
  named: string,
  work: (write: WriteArchive) => Promise<void>,
): Promise<{ readonly file: string }> {
  const file = resolve(named);
  let handle: FileHandle | undefined;
  // True once the archive is whole: from then on the deletion may have happened, even if its answer is lost.
  let isWritten = false;
  try {
    handle = await open(file, 'wx', MODE);
    const opened = handle;
    await work(async (pieces) => {
      isWritten = false;
      await writeWhole(opened, pieces);
      await syncFolder(dirname(file));
      isWritten = true;
    });
    return { file };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new CommandRefusal(
        `${file} existe déjà : « --archive <fichier> » en nomme un autre. Rien n’a été supprimé.`,
      );
    }
    if (isWritten && isOutOfReach(error)) {
      throw new CommandRefusal(
        `La base n’a pas dit si la suppression est faite : vérifiez, puis recommencez s’il le faut. L’archive ${file} est gardée.`,
      );
    }
    // A whole archive stays, because the deletion may have happened.
    if (handle && !isWritten) await rm(file, { force: true });
    throw refusalOfDisk(error) ?? error;
  } finally {
    await handle?.close();
  }
}

async function writeWhole(handle: FileHandle, pieces: AsyncIterable<string>): Promise<void> {
  await handle.truncate(0);
  let at = 0;
  let waiting = '';
  const flush = async () => {
    const bytes = Buffer.from(waiting);
    waiting = '';
    for (let from = 0; from < bytes.length; ) {
      const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  };
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= PIECE_UNITS) await flush();
  }
  await flush();
  await handle.sync();
}
