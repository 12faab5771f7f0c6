import { relative, resolve } from 'node:path';
import { archiveFileName } from '../../themes/archive-name.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf } from '../remote/theme-names.ts';
import { archiveOf, deleteTheme } from '../remote/versions.ts';
import { writeNew } from './archive-file.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, openNamed } from './target.ts';

export interface DeleteOptions extends FolderOptions {
  readonly archive?: string;
  readonly sansArchive?: boolean;
}

/** `vitrine supprimer <thème>`: deletes a draft with its versions, after its archive is on the disk. */
export async function deleteCommand(context: Context, word: string | undefined, options: DeleteOptions): Promise<void> {
  const { terminal, workingFolder } = context;
  const { archive, sansArchive: withoutArchive = false } = options;
  if (archive !== undefined && withoutArchive) {
    throw new CommandRefusal('--archive et --sans-archive ne vont pas ensemble.', { exit: EXIT.usage });
  }
  if (word === undefined) throw new CommandRefusal('Quel thème ? « --theme <theme> » le nomme.', { exit: EXIT.usage });
  const { remote, theme } = await openNamed(context, word, options);
  if (theme.role === 'publie') {
    throw new CommandRefusal(`${nameOf(theme)} est publié : publiez-en d’abord un autre.`, { code: 'theme_publie' });
  }
  const file = withoutArchive ? null : resolve(workingFolder, archive ?? archiveFileName(theme.nom, theme.version));
  const kept =
    file === null ? 'sans en garder l’archive' : `après en avoir écrit l’archive ${relative(workingFolder, file)}`;
  if (!(await terminal.confirm(`Supprimer ${nameOf(theme)} et toutes ses versions, ${kept} ?`))) throw declined();
  if (file !== null) {
    await writeNew(file, await archiveOf(remote, theme.id)).catch((error) => {
      if (!(error instanceof CommandRefusal && error.code === 'fichier_existe')) throw error;
      throw new CommandRefusal(
        `${error.message} « --archive <fichier> » en nomme un autre : rien n’a été supprimé.`,
        error,
      );
    });
  }
  await deleteTheme(remote, theme.id);
  terminal.result({ theme: { id: theme.id, nom: theme.nom }, archive: file });
  terminal.say(`${nameOf(theme)} est supprimé.`);
  if (file !== null)
    terminal.say(
      `Son archive est ${relative(workingFolder, file)} : « vitrine importer » ou le studio en refont un thème.`,
    );
}
