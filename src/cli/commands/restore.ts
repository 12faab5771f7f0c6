import { nameOf } from '../remote/theme-names.ts';
import { restoreVersion, versionTree } from '../remote/versions.ts';
import { counted, printPaths } from '../sync/print.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import { type FolderOptions, openMeant } from './target.ts';
import { changesBetween } from './version-changes.ts';
import { versionNumber } from './versions.ts';

/** `vitrine retablir <version>`: gives a theme the files that it had in a version, as a new version. */
export async function restore(
  context: Context,
  word: string,
  options: FolderOptions & { readonly theme?: string },
): Promise<void> {
  const { terminal } = context;
  const version = versionNumber(word);
  const { remote, theme, followed } = await openMeant(context, options.theme, options);
  const wanted = await versionTree(remote, theme.id, version);
  const present = await remote.tree(theme.id);
  const changes = changesBetween(
    [...(present?.files ?? [])].map(([chemin, empreinte]) => ({ chemin, empreinte })),
    wanted.fichiers,
  );
  const removed = changes.filter(({ word: kind }) => kind === 'supprimé').map(({ path }) => path);
  const written = changes.filter(({ word: kind }) => kind !== 'supprimé').map(({ path }) => path);
  printPaths(terminal, '→', written);
  printPaths(terminal, '-', removed);
  if (theme.role === 'publie' && changes.length > 0) {
    const [count] = counted(changes.length, 'fichier change', 'fichiers changent');
    const question = `${nameOf(theme)} est publié, les visiteurs le voient. Y rétablir la version ${version} (${count}) ?`;
    if (!(await terminal.confirm(question))) throw declined();
  }
  const { number, isUnchanged } = await restoreVersion(remote, theme.id, version);
  terminal.result({
    theme: { id: theme.id, nom: theme.nom, role: theme.role },
    ...{ version, numero: number, inchange: isUnchanged },
    ...{ retablis: written, supprimes: removed },
  });
  terminal.say(
    isUnchanged
      ? `${nameOf(theme)} a déjà les fichiers de la version ${version}.`
      : `${nameOf(theme)} a de nouveau les fichiers de la version ${version} : c’est sa version ${number}.`,
  );
  if (!isUnchanged && followed?.state.theme.id === theme.id) terminal.say('« vitrine recuperer » les amène ici.');
}
