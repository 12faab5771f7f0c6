/** `vitrine importer`: a new theme of a folder or of an archive. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { shortId } from '../remote/theme-names.ts';
import { lineOf } from '../verify/report.ts';
import { Workspace } from '../workspace/workspace.ts';
import { readArchiveFile, readArchiveText } from './archive-file.ts';
import { type Context, openRemote } from './context.ts';
import { importFolder } from './import-folder.ts';
import { diagnosticsOf, type ImportOptions, judge, makeOnce, nameFor, resultOf, sayMade } from './made-theme.ts';
import { themeVersion } from './new-theme.ts';

/** @param named a folder or an archive, `-` for an archive at the standard input; without it the folder where the author is */
export async function importCommand(
  context: Context,
  named: string | undefined,
  options: ImportOptions,
): Promise<void> {
  const { workingFolder, terminal } = context;
  if (named === '-') return importArchive(context, await terminal.readInput(), '-', options);
  const place = resolve(workingFolder, named ?? '.');
  const found = await stat(place).catch(() => null);
  if (found === null) throw new CommandRefusal(`${named ?? place} n’existe pas.`, { exit: EXIT.usage });
  if (found.isDirectory()) {
    const around = named === undefined ? await Workspace.around(place) : null;
    return importFolder(context, around ?? new Workspace(place), options);
  }
  return importArchive(context, await readArchiveFile(place), named ?? place, options);
}

async function importArchive(context: Context, text: string, from: string, options: ImportOptions): Promise<void> {
  const { terminal } = context;
  const archive = readArchiveText(text, from);
  judge(context, archive.files, null);
  const name = nameFor(options, archive.name);
  const version = themeVersion(options.versionTheme, archive.version);
  const remote = await openRemote(context, options);
  const made = await makeOnce(context, remote, { name, version, files: archive.files }, options);
  const diagnostics = await diagnosticsOf(made.remote, made.theme);
  terminal.result({ ...resultOf({ ...made, files: archive.files.size }), dossier: null, ignores: [], diagnostics });
  sayMade(context, { ...made, files: archive.files.size });
  for (const diagnostic of diagnostics) terminal.warn(lineOf(diagnostic, ''));
  terminal.say(`« vitrine recuperer --theme ${shortId(made.theme.id)} » l’amène dans un dossier.`);
}
