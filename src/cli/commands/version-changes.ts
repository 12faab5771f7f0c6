/** What differs between two versions of a theme. */
import type { TreeThen } from '../../contract/files.ts';
import type { Remote } from '../remote/remote.ts';
import { nameOf } from '../remote/theme-names.ts';
import { versionFile, versionTree } from '../remote/versions.ts';
import { diffText } from '../sync/diff-text.ts';
import { counted } from '../sync/print.ts';
import type { Context } from './context.ts';
import type { Named } from './target.ts';

/** A file that two trees have differently. */
export interface TreeChange {
  readonly path: string;
  readonly word: 'ajouté' | 'supprimé' | 'modifié';
}

type Files = readonly Pick<TreeThen['fichiers'][number], 'chemin' | 'empreinte'>[];

/** What has to change in `before` to become `after`, in the order of the paths. */
export function changesBetween(before: Files, after: Files): readonly TreeChange[] {
  const [old, present] = [before, after].map(
    (files) => new Map(files.map(({ chemin, empreinte }) => [chemin, empreinte])),
  );
  const paths = [...new Set([...before, ...after].map(({ chemin }) => chemin))].sort();
  return paths.flatMap((path) => {
    const [was, is] = [old?.get(path), present?.get(path)];
    if (was === is) return [];
    return { path, word: was === undefined ? 'ajouté' : is === undefined ? 'supprimé' : 'modifié' };
  });
}

/** Prints the differences as unified diffs, as `vitrine difference` does. @param only one file */
export async function showChanges(
  { terminal }: Context,
  { remote, theme }: Named,
  { from, to, only }: { readonly from: number; readonly to: number; readonly only: string | undefined },
): Promise<void> {
  const [old, present] = [await versionTree(remote, theme.id, from), await versionTree(remote, theme.id, to)];
  const changes = changesBetween(old.fichiers, present.fichiers).filter(
    ({ path }) => only === undefined || path === only,
  );
  const sides = [`version ${from}`, `version ${to}`] as const;
  for (const { path, word } of changes) {
    // With `--json` only the names are printed.
    if (terminal.json) break;
    const before = word === 'ajouté' ? null : await contentOf(remote, theme.id, from, path);
    const after = word === 'supprimé' ? null : await contentOf(remote, theme.id, to, path);
    terminal.show(terminal.paint('yellow', `${path} : ${word}`));
    terminal.show(diffText({ path, before, after, sides }, (style, text) => terminal.paint(style, text)));
  }
  const [count = 'Aucune différence'] = counted(changes.length, 'fichier diffère', 'fichiers diffèrent');
  terminal.say(`${count} entre les versions ${from} et ${to} de ${nameOf(theme)}.`);
  terminal.result({
    theme: { id: theme.id, nom: theme.nom },
    ...{ de: from, a: to },
    fichiers: changes.map(({ path, word }) => ({ chemin: path, etat: word })),
  });
}

const contentOf = async (remote: Remote, themeId: string, version: number, path: string): Promise<string> =>
  (await versionFile(remote, themeId, version, path)).contenu;
