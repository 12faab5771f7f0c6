import { readdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import type { RemoteTheme, ThemeList } from '../remote/answers.ts';
import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { themeAsLeft } from '../sync/lines.ts';
import { counted, printConflicts, printPaths, settling } from '../sync/print.ts';
import { type PullOptions, type PullReport, pull } from '../sync/pull.ts';
import { visible } from '../terminal.ts';
import { isAbsence } from '../workspace/whole-file.ts';
import { Workspace } from '../workspace/workspace.ts';
import { type Context, openRemote } from './context.ts';
import { bindingOf, type FolderOptions, type Followed, folderFor, folderNamed, openFollowed } from './target.ts';

export interface PullCommandOptions extends FolderOptions {
  readonly forcer?: boolean;
}

/** `vitrine recuperer [thème]`: into the folder that follows it, or a new one. */
export async function pullCommand(
  context: Context,
  word: string | undefined,
  options: PullCommandOptions,
): Promise<void> {
  const present = await folderNamed(context, options);
  if (present && (await present.readState())) return pullAgain(context, word, options);
  const account = await openRemote(context, options);
  const list = await account.themes();
  const theme = word === undefined ? onlyOne(list) : themeNamed(list.themes, word);
  const workspace = await folderToFill(context, theme.nom, options);
  const remote = account.onSite(list.site.id);
  await pullTheme(context, { workspace, remote, list, theme }, { force: options.forcer ?? false, followed: null });
}

async function pullAgain(context: Context, word: string | undefined, options: PullCommandOptions): Promise<void> {
  const followed = await openFollowed(context, options);
  const { state, list } = followed;
  const theme = word === undefined ? themeAsLeft(followed) : themeNamed(list.themes, word);
  if (theme.id !== state.theme.id) {
    if (!(await context.terminal.confirm(insteadOf(state.theme, theme)))) throw declined();
  }
  await pullTheme(context, { ...followed, theme }, { force: options.forcer ?? false, followed: state.theme.id });
}

/**
 * The folder that a theme is to be brought to for the first time: the named one, or a new one.
 * @param name the theme's name, for the name of a new folder
 * @throws CommandRefusal when the folder follows a theme, would be new and is there already, or has files and the answer is no
 */
export async function folderToFill(context: Context, name: string, options: FolderOptions): Promise<Workspace> {
  if (options.dossier !== undefined) {
    const named = new Workspace(resolve(context.workingFolder, options.dossier));
    if (!(await named.readState())) {
      if (!(await mayFill(context, named, name, options.dossier))) throw declined();
      return named;
    }
    throw new CommandRefusal(`Le dossier ${options.dossier} suit déjà un thème : donnez-en un autre à --dossier.`, {
      code: 'dossier_existe',
    });
  }
  const workspace = new Workspace(folderFor(context, name));
  if ((await namesIn(workspace.root)).length === 0) return workspace;
  const shown = relative(context.workingFolder, workspace.root);
  const followed = (await workspace.readState())?.theme;
  throw new CommandRefusal(
    followed
      ? `Le dossier ${shown} suit déjà ${nameOf(followed)} : allez-y (« cd ${shown} ») pour y travailler, ou donnez un autre dossier par « --dossier <dossier> ».`
      : `Le dossier ${shown} existe déjà : « --dossier ${shown} » y met le thème quand même, « --dossier <dossier> » le met ailleurs.`,
    { code: 'dossier_existe' },
  );
}

/** A folder with files of its own is filled only after a yes; files of systems and of version control do not count. */
async function mayFill({ terminal }: Context, { root }: Workspace, name: string, shown: string): Promise<boolean> {
  const files = (await namesIn(root)).filter((one) => !one.startsWith('.'));
  if (files.length === 0) return true;
  return terminal.confirm(
    `Le dossier ${shown} a déjà des fichiers, et ne suit aucun thème. Y récupérer « ${visible(name)} » ? Aucun fichier n’y est écrasé : ceux qui diffèrent seront des conflits.`,
  );
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isAbsence(error)) return [];
    throw error;
  });

/** How many files a sentence names; of more it tells the number. */
const NAMED_IN_SENTENCE = 5;

/** Brings a theme into a folder, and prints the result. @throws CommandRefusal at the end when there are conflicts */
export async function pullTheme(
  { terminal, signal, workingFolder }: Context,
  { workspace, remote, list, theme }: Pick<Followed, 'workspace' | 'remote' | 'list'> & { readonly theme: RemoteTheme },
  options: Omit<PullOptions, 'binding'>,
): Promise<void> {
  const binding = bindingOf(remote, list.site, theme);
  const report = await pull({ workspace, remote, terminal, signal }, { binding, ...options });
  const { taken, removed, merged, conflicts } = report;
  const outcome = {
    dossier: workspace.root,
    theme: { id: theme.id, nom: theme.nom },
    recuperes: taken,
    supprimes: removed,
    fusionnes: merged,
    conflits: conflicts.map(({ file }) => file.path),
    changes_ici: report.local,
  };
  // In a new folder all files of the theme are new, and no list is printed.
  if (options.followed !== null) printPaths(terminal, '←', taken);
  printPaths(terminal, '-', removed);
  printPaths(terminal, '±', merged);
  const path = relative(workingFolder, workspace.root);
  const folder = path === '' ? 'dossier courant' : `dossier ${path}`;
  terminal.say(`${summary(report)} Thème ${nameOf(theme)}, ${folder}.`);
  if (report.replaced.length > 0) {
    const { length } = report.replaced;
    const which = length > NAMED_IN_SENTENCE ? `${length} fichiers` : report.replaced.join(', ');
    terminal.say(`Vos versions sont gardées dans .vitrine/corbeille : ${which}.`);
  }
  if (report.local.length + merged.length > 0) terminal.say('Des changements d’ici attendent « vitrine pousser ».');
  if (conflicts.length === 0) return terminal.result(outcome);
  printConflicts(terminal, conflicts);
  throw new CommandRefusal(
    `Changé ici et sur le service : ${conflicts.map(({ file }) => file.path).join(', ')}. Vos fichiers sont restés tels quels. ${settling()}`,
    { code: 'conflit', exit: EXIT.conflict, details: outcome },
  );
}

function summary({ taken, removed, merged, conflicts }: PullReport): string {
  const parts = [
    ...counted(taken.length, 'fichier récupéré', 'fichiers récupérés'),
    ...counted(
      removed.length,
      'fichier supprimé (dans .vitrine/corbeille)',
      'fichiers supprimés (dans .vitrine/corbeille)',
    ),
    ...counted(merged.length, 'fichier fusionné', 'fichiers fusionnés'),
    ...counted(conflicts.length, 'conflit', 'conflits'),
  ];
  return parts.length === 0 ? 'Rien à récupérer : tout est à jour.' : `${parts.join(', ')}.`;
}

function onlyOne({ themes }: ThemeList): RemoteTheme {
  const [theme, ...others] = themes;
  if (theme && others.length === 0) return theme;
  const published = themes.find(({ role }) => role === 'publie');
  if (published) return published;
  throw new CommandRefusal(
    theme
      ? 'Quel thème ? « vitrine lister » les montre, « vitrine recuperer <thème> » en récupère un.'
      : 'Ce site n’a aucun thème : « vitrine init origo » en installe un du catalogue.',
    { code: 'theme_introuvable' },
  );
}

/** The question before a folder follows another theme than before. */
export const insteadOf = (followed: ThemeName, theme: ThemeName): string =>
  `Ce dossier suit ${nameOf(followed)}. Y récupérer ${nameOf(theme)} à sa place ?`;

type ThemeName = Pick<RemoteTheme, 'id' | 'nom'>;

/** The refusal of a command after the answer no. */
export const declined = (): CommandRefusal => new CommandRefusal('Rien n’a été fait.', { code: 'decline' });
