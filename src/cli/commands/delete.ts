import { open, rm } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { archiveFileName } from '../../themes/archive-name.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf } from '../remote/theme-names.ts';
import { archiveOf, deleteTheme } from '../remote/versions.ts';
import { syncFolder } from '../workspace/whole-file.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, openNamed } from './target.ts';

export interface DeleteOptions extends FolderOptions {
  readonly archive?: string;
  readonly sansArchive?: boolean;
}

/** `vitrine supprimer <thème>`: deletes a draft with its versions, after its archive is on the disk. */
export async function deleteCommand(context: Context, word: string, options: DeleteOptions): Promise<void> {
  const { terminal, workingFolder } = context;
  const { archive, sansArchive: withoutArchive = false } = options;
  if (archive !== undefined && withoutArchive) {
    throw new CommandRefusal('--archive et --sans-archive ne vont pas ensemble.', { exit: EXIT.usage });
  }
  const { remote, theme } = await openNamed(context, word, options);
  if (theme.role === 'publie') {
    throw new CommandRefusal(`${nameOf(theme)} est publié : publiez-en d’abord un autre.`, { code: 'theme_publie' });
  }
  const file = withoutArchive ? null : resolve(workingFolder, archive ?? archiveFileName(theme.nom, theme.version));
  const kept =
    file === null ? 'sans en garder l’archive' : `après en avoir écrit l’archive ${relative(workingFolder, file)}`;
  if (!(await terminal.confirm(`Supprimer ${nameOf(theme)} et toutes ses versions, ${kept} ?`))) throw declined();
  if (file !== null) await writeNew(file, await archiveOf(remote, theme.id));
  await deleteTheme(remote, theme.id);
  terminal.result({ theme: { id: theme.id, nom: theme.nom }, archive: file });
  terminal.say(`${nameOf(theme)} est supprimé.`);
  if (file !== null) terminal.say(`Son archive est ${relative(workingFolder, file)} : le studio l’importe.`);
}

/** Writes a file and its name to the disk. @throws CommandRefusal when there is one already, which may be the archive of another theme */
async function writeNew(file: string, content: string): Promise<void> {
  const handle = await open(file, 'wx').catch((error) => {
    if (error.code !== 'EEXIST') throw error;
    throw new CommandRefusal(
      `${file} existe déjà : « --archive <fichier> » en nomme un autre. Rien n’a été supprimé.`,
      {
        code: 'fichier_existe',
      },
    );
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
