import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArchivedFile } from '../../accounts/archive.ts';
import type { WriteArchive } from '../../accounts/deletion.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { refusalOfDisk } from '../run.ts';
import { syncFolder } from '../workspace/whole-file.ts';

/** Only its owner reads the archive: it holds people's data. */
const MODE = 0o600;
const FOLDER_MODE = 0o700;
/** How much is written at once, UTF-16 code units. */
const PIECE_UNITS = 1_048_576;

/** Where an archive is. */
export interface Written {
  /** Its document. */
  readonly archive: string;
  /** The folder of its other files; absent where there are none. */
  readonly medias?: string;
}

/**
 * Runs `work`, which writes an archive into a new file, and files of libraries into a new folder beside it, and then deletes what it has archived.
 * @throws CommandRefusal when there is such a file already, or it cannot be written. The archive stays once it is whole
 */
export async function withArchive<T>(
  named: string,
  work: (write: WriteArchive) => Promise<T>,
): Promise<{ readonly written: Written; readonly result: T }> {
  const file = resolve(named);
  const folder = `${file.replace(/\.json$/, '')}-medias`;
  let handle: FileHandle | undefined;
  // True once the archive is whole: from then on the deletion may have happened, even if its answer is lost.
  let isWritten = false;
  const made = { folder: false };
  try {
    handle = await open(file, 'wx', MODE);
    const opened = handle;
    const result = await work(async ({ files, document }) => {
      isWritten = false;
      if (made.folder) await rm(folder, { recursive: true, force: true });
      made.folder = false;
      for await (const { name, bytes } of files) {
        if (!made.folder) await mkdir(folder, { mode: FOLDER_MODE });
        made.folder = true;
        await writeFile(join(folder, name), bytes);
      }
      if (made.folder) await syncFolder(folder);
      await writeWhole(opened, document);
      await syncFolder(dirname(file));
      isWritten = true;
    });
    return { written: { archive: file, ...(made.folder && { medias: folder }) }, result };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      if (handle) await rm(file, { force: true });
      throw new CommandRefusal(
        `${handle ? folder : file} existe déjà : « --archive <fichier> » en nomme un autre. Rien n’a été supprimé.`,
      );
    }
    if (isWritten && isOutOfReach(error)) {
      throw new CommandRefusal(
        `La base n’a pas dit si la suppression est faite : vérifiez, puis recommencez s’il le faut. L’archive ${file} est gardée.`,
      );
    }
    // A whole archive stays, because the deletion may have happened.
    if (handle && !isWritten) await rm(file, { force: true });
    if (made.folder && !isWritten) await rm(folder, { recursive: true, force: true });
    throw refusalOfDisk(error) ?? error;
  } finally {
    await handle?.close();
  }
}

async function writeFile(path: string, bytes: ArchivedFile['bytes']): Promise<void> {
  const handle = await open(path, 'wx', MODE);
  await pipeline(bytes, handle.createWriteStream({ flush: true }));
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
