import { resolve } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { isThemeFolder } from '../workspace/theme-here.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Context } from './context.ts';
import { importFolder } from './import-folder.ts';
import { declined } from './pull.ts';
import { type FolderOptions, folderNamed } from './target.ts';

/**
 * Offers to make a new theme of a folder that is to be sent and follows none.
 * @returns whether it was made; false for a folder that follows a theme, or that is none
 * @throws CommandRefusal when nobody can be asked, or the answer is no
 */
export async function beginHere(context: Context, options: FolderOptions): Promise<boolean> {
  if (await (await folderNamed(context, options))?.readState()) return false;
  const root = resolve(context.workingFolder, options.dossier ?? '.');
  if (!(await isThemeFolder(root))) return false;
  const question = 'Ce dossier ne suit aucun thème. En faire un nouveau thème du site, en brouillon ?';
  const answer = await context.terminal.confirm(question).catch((error) => {
    if (!(error instanceof CommandRefusal) || error.code === 'interrompu') throw error;
    throw new CommandRefusal(
      'Ce dossier ne suit aucun thème : « vitrine importer » en fait un nouveau, « vitrine recuperer --theme <thème> » en amène un ailleurs.',
      { code: 'sans_theme' },
    );
  });
  if (!answer) throw declined();
  await importFolder(context, new Workspace(root), options);
  return true;
}
