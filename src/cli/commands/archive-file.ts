/** Archives of themes as files of the disk. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isRecord } from '../../text/json.ts';
import { ARCHIVE_BYTES, ARCHIVE_FORMAT, ARCHIVE_VERSION } from '../../themes/archive.ts';
import { outlineOf } from '../../themes/import/outline.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { visible } from '../terminal.ts';
import { codeOf, syncFolder } from '../workspace/whole-file.ts';

/**
 * Writes a file and its name to the disk.
 * @throws CommandRefusal `fichier_existe` when there is one already, which may be another archive
 */
export async function writeNew(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx').catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new CommandRefusal(`${file} existe déjà.`, { code: 'fichier_existe' });
  });
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await syncFolder(dirname(file));
}

/** Writes a file over another one, which is whole until the new one is. */
export async function writeOver(file: string, content: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  await writeNew(beside, content);
  await rename(beside, file);
  await syncFolder(dirname(file));
}

/** An archive as its text says; the service judges its parts. */
export interface ReadArchive {
  readonly name: string;
  readonly version: string | undefined;
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>;
}

/** The text of an archive. @throws CommandRefusal when it is longer than the service takes, or no text */
export async function readArchiveFile(file: string): Promise<string> {
  const bytes = await readFile(file);
  try {
    if (bytes.length <= ARCHIVE_BYTES) return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8.
  }
  throw new CommandRefusal(`${visible(file)} : ce n’est pas une archive de thème, ou elle est trop longue.`, {
    code: 'archive_invalide',
  });
}

/** @param from the file, for the refusal @throws CommandRefusal when it is no archive of a theme */
export function readArchiveText(text: string, from: string): ReadArchive {
  const wrong = (sentence: string) =>
    new CommandRefusal(`${from === '-' ? 'L’entrée' : visible(from)} : ${sentence}`, {
      code: 'archive_invalide',
      exit: EXIT.refused,
    });
  let archive: unknown;
  try {
    archive = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw wrong('ce n’est pas du JSON, donc pas une archive de thème.');
  }
  if (!isRecord(archive) || archive.format !== ARCHIVE_FORMAT || !isRecord(archive.fichiers)) {
    throw wrong('ce n’est pas une archive de thème : « vitrine exporter » en écrit une.');
  }
  if (archive.format_version !== ARCHIVE_VERSION) throw wrong('cette archive est d’une autre version que la 1.');
  const entries = Object.entries(archive.fichiers);
  const other = entries.find(([, content]) => typeof content !== 'string');
  if (other) throw wrong(`« ${visible(other[0])} » n’y est pas un texte.`);
  // Of two files with one path the parser keeps the last, and says nothing.
  if (outlineOf(Buffer.from(text)).files !== entries.length) throw wrong('deux de ses fichiers ont le même chemin.');
  return {
    name: typeof archive.nom === 'string' ? archive.nom : '',
    version: typeof archive.version === 'string' ? archive.version : undefined,
    files: new Map(entries as [string, string][]),
  };
}
