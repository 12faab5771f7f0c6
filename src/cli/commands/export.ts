import { realpath, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { archiveFileName } from '../../themes/archive-name.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf } from '../remote/theme-names.ts';
import { archiveOf } from '../remote/versions.ts';
import { writeNew, writeOver } from './archive-file.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, openNamed } from './target.ts';

export interface ExportOptions extends FolderOptions {
  /** A file, `-` for the standard output; in a folder, or without it, a file under the name of the theme. */
  readonly sortie?: string;
}

/** `vitrine exporter`: the archive of a theme, which `vitrine importer` and the studio make a theme of. */
export async function exportCommand(
  context: Context,
  word: string | undefined,
  { sortie: output, ...options }: ExportOptions,
): Promise<void> {
  const { terminal, workingFolder } = context;
  if (output === '-' && terminal.json) {
    throw new CommandRefusal('« --sortie - » imprime déjà du JSON : retirez --json.', { exit: EXIT.usage });
  }
  const { remote, theme } = await openNamed(context, word, options);
  if (output === '-') return terminal.copy(await archiveOf(remote, theme.id));
  const { file, isThere } = await placeFor(
    resolve(workingFolder, output ?? '.'),
    archiveFileName(theme.nom, theme.version),
  );
  const shown = relative(workingFolder, file);
  if (isThere && !(await terminal.confirm(`${shown} existe déjà. Le remplacer ?`))) throw declined();
  await (isThere ? writeOver : writeNew)(file, await archiveOf(remote, theme.id));
  terminal.result({ theme: { id: theme.id, nom: theme.nom, version: theme.version, role: theme.role }, archive: file });
  terminal.say(`${nameOf(theme)} est dans ${shown} : « vitrine importer » ou le studio en refont un thème.`);
}

/** The file to write: in a folder one of this name. @throws CommandRefusal for a device, which would be replaced by a file */
async function placeFor(wanted: string, name: string): Promise<{ readonly file: string; readonly isThere: boolean }> {
  const found = await stat(wanted).catch(() => null);
  if (found === null) return { file: wanted, isThere: false };
  if (found.isDirectory()) return placeFor(join(wanted, name), name);
  if (found.isFile()) return { file: await realpath(wanted), isThere: true };
  throw new CommandRefusal(`${wanted} n’est pas un fichier : « --sortie - » imprime l’archive.`, { exit: EXIT.usage });
}
