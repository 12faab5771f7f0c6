/** A new theme on the service: what it is called, whether its files can be imported, and that it is made once. */

import type { Diagnostic } from '../../contract/diagnostics.ts';
import { CommandRefusal } from '../command-refusal.ts';
import type { RemoteSite, RemoteTheme } from '../remote/answers.ts';
import { findSame, importTheme, type NewTheme } from '../remote/new-themes.ts';
import type { Remote } from '../remote/remote.ts';
import { nameOf, themeNamed } from '../remote/theme-names.ts';
import { counted, refusalLines } from '../sync/print.ts';
import { visible } from '../terminal.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import type { Context, RemoteOptions } from './context.ts';
import { nothingImported, refusedFiles, themeName, usableName } from './new-theme.ts';
import { declined } from './pull.ts';

export interface ImportOptions extends RemoteOptions {
  readonly nom?: string;
  readonly versionTheme?: string;
  /** The option `--nouveau`: makes a theme although the site has the same one, or one of this name. */
  readonly nouveau?: boolean;
}

/** How long the command waits for the diagnostics of a new theme, milliseconds. */
const DIAGNOSIS_MS = 15_000;

/** The theme that was made or found. */
export interface Made {
  readonly remote: Remote;
  readonly site: RemoteSite;
  readonly theme: RemoteTheme;
  readonly isNew: boolean;
}

/**
 * Makes the theme, or finds the one that the same command has made before its process ended or its answer was lost: a theme of the
 * same name and version with exactly these files.
 */
export async function makeOnce(
  { terminal }: Context,
  remote: Remote,
  wanted: NewTheme,
  { nouveau: another = false }: ImportOptions,
): Promise<Made> {
  const { site, themes } = await remote.themes();
  const onSite = remote.onSite(site.id);
  const same = another ? null : await findSame(onSite, themes, wanted);
  if (same) {
    const role = same.role === 'publie' ? 'publié' : 'en brouillon';
    terminal.say(
      `Le site « ${visible(site.nom)} » a déjà ${nameOf(same)}, ${role}, qui a exactement ces fichiers : aucun second thème n’a été fait (« --nouveau » en fait un).`,
    );
    return { remote: onSite, site, theme: same, isNew: false };
  }
  const namesake = another ? undefined : themes.find(({ nom }) => nom === wanted.name);
  if (namesake && !(await terminal.confirm(secondOf(namesake, site)))) throw declined();
  const id = await importTheme(onSite, wanted);
  const theme = themeNamed((await onSite.themes()).themes, id);
  return { remote: onSite, site, theme, isNew: true };
}

export const resultOf = ({ theme, isNew, files, site }: Made & { readonly files: number }) => ({
  theme: { id: theme.id, nom: theme.nom, version: theme.version, role: theme.role },
  site: { id: site.id, slug: site.slug, nom: site.nom },
  nouveau: isNew,
  fichiers: files,
});

export function sayMade({ terminal }: Context, { theme, isNew, files, site }: Made & { readonly files: number }): void {
  if (!isNew) return;
  const [count = ''] = counted(files, 'fichier', 'fichiers');
  terminal.say(`${nameOf(theme)} est un nouveau brouillon du site « ${visible(site.nom)} » : ${count}.`);
}

/** The followed theme of the folder, where its files are those of the theme to be made. */
export async function sameAs(remote: Remote, { theme }: WorkspaceState, wanted: NewTheme): Promise<Made | null> {
  const { site, themes } = await remote.themes();
  const onSite = remote.onSite(site.id);
  const same = await findSame(
    onSite,
    themes.filter(({ id }) => id === theme.id),
    wanted,
  );
  return same && { remote: onSite, site, theme: same, isNew: false };
}

export const nameFor = ({ nom }: ImportOptions, written: string): string =>
  nom === undefined ? (usableName(written) ?? 'Mon thème') : themeName(nom);

/** @param root of the folder; null for an archive @throws CommandRefusal after it has named each file that cannot be imported */
export function judge(
  { terminal, workingFolder }: Context,
  files: ReadonlyMap<string, string>,
  root: string | null,
): void {
  const refused = refusedFiles(files);
  if (refused.length === 0) return;
  for (const line of refusalLines(refused, root ?? workingFolder, workingFolder)) terminal.warn(visible(line));
  throw nothingImported(refused);
}

/** Diagnostics of the new theme, which an import takes in spite of them; none when the service cannot tell now. */
export const diagnosticsOf = (remote: Remote, { id }: RemoteTheme): Promise<readonly Diagnostic[]> =>
  remote
    .within(DIAGNOSIS_MS)
    .diagnostics(id)
    .catch((error) => {
      if (error instanceof CommandRefusal) return [];
      throw error;
    });

/** Asks, because the existing theme may be one that this folder has made before. */
const secondOf = (theme: RemoteTheme, { nom }: RemoteSite): string =>
  `Le site « ${visible(nom)} » a déjà ${nameOf(theme)}, avec d’autres fichiers. En faire un second de ce nom (« --nom » en donne un autre) ?`;
