import { CommandRefusal } from '../command-refusal.ts';
import { duplicateTheme, renameTheme } from '../remote/new-themes.ts';
import { nameOf, seen, shortId, themeNamed } from '../remote/theme-names.ts';
import type { Context } from './context.ts';
import { themeName } from './new-theme.ts';
import { type FolderOptions, openNamed } from './target.ts';

export interface DuplicateOptions extends FolderOptions {
  readonly nom?: string;
}

/** `vitrine dupliquer`: copies a theme as a draft; the folder goes on following the one that it follows. */
export async function duplicateCommand(
  context: Context,
  word: string | undefined,
  options: DuplicateOptions,
): Promise<void> {
  const { terminal } = context;
  const name = options.nom === undefined ? null : themeName(options.nom);
  const { remote, theme } = await openNamed(context, word, options);
  const id = await duplicateTheme(remote, theme.id);
  if (name !== null) {
    await renameTheme(remote, id, name).catch((error) => {
      if (!(error instanceof CommandRefusal)) throw error;
      throw new CommandRefusal(
        `La copie est faite (${shortId(id)}), mais n’a pas pris le nom « ${seen(name)} » : ${error.message}`,
        error,
      );
    });
  }
  const copy = themeNamed((await remote.themes()).themes, id);
  terminal.result({
    theme: { id, nom: copy.nom, version: copy.version, role: copy.role },
    source: { id: theme.id, nom: theme.nom },
  });
  terminal.say(`${nameOf(copy)} est une copie de ${nameOf(theme)}, en brouillon.`);
  terminal.say(`« vitrine recuperer --theme ${shortId(id)} » l’amène dans un dossier.`);
}
