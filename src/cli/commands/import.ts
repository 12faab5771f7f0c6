/** `vitrine importer`: a new theme of a folder or of an archive. */
import { stat } from 'node:fs/promises';
import { basename, relative, resolve } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import type { RemoteDiagnostic, RemoteSite, RemoteTheme } from '../remote/answers.ts';
import { findSame, importTheme, type NewTheme } from '../remote/new-themes.ts';
import type { Remote } from '../remote/remote.ts';
import { nameOf } from '../remote/theme-names.ts';
import { beginToFollow } from '../sync/begin.ts';
import { counted, refusalLines } from '../sync/print.ts';
import { visible } from '../terminal.ts';
import { lineOf } from '../verify/report.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { themeMetadata } from '../workspace/theme-metadata.ts';
import { Workspace } from '../workspace/workspace.ts';
import { readArchiveFile, readArchiveText } from './archive-file.ts';
import { type Context, openRemote, type RemoteOptions, siteOf } from './context.ts';
import { nothingImported, refusedFiles, themeName, themeVersion, usableName } from './new-theme.ts';
import { declined } from './pull.ts';
import { bindingOf } from './target.ts';

export interface ImportOptions extends RemoteOptions {
  readonly nom?: string;
  readonly versionTheme?: string;
  /** Makes a theme although the site has the same one, or one of this name. */
  readonly nouveau?: boolean;
}

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

/** Makes a theme of a folder, which follows it from then on. @throws CommandRefusal; nothing is made then */
export async function importFolder(context: Context, workspace: Workspace, options: ImportOptions): Promise<void> {
  const { terminal, signal, workingFolder } = context;
  const before = await workspace.readState();
  const folder = await workspace.readFiles();
  const { ignored } = folder;
  if (folder.files.size === 0) throw noTheme(workspace);
  const lines = ignored.map(({ chemin, message }) => ({ chemin, message, error: '' }));
  for (const line of refusalLines(lines, workspace.root, workingFolder)) terminal.warn(`Laissé de côté : ${line}`);
  judge(context, folder.files, workspace.root);
  const name = nameFor(options, themeMetadata(folder.files).name ?? basename(workspace.root));
  const remote = await openSite(context, options, before);
  const wanted = (files: ReadonlyMap<string, string>): NewTheme => ({
    ...{ name, files },
    version: themeVersion(options.versionTheme, themeMetadata(files).version),
  });
  if (before !== null) {
    const already = options.nouveau ? null : await sameAs(remote, before, wanted(folder.files));
    if (already) return tellAlready(context, workspace, already);
    if (!(await terminal.confirm(insteadOf(before, name)))) throw declined();
  }

  const outcome = await workspace.exclusively(signal, async () => {
    // While the question was asked or the lock was held, files and theme may have changed.
    const present = await workspace.readState();
    if (present?.theme.id !== before?.theme.id) throw followsAnother(present);
    const { files } = await workspace.readFiles();
    judge(context, files, workspace.root);
    const made = await makeOnce(context, remote, wanted(files), options);
    await beginToFollow(workspace, bindingOf(made.remote, made.site, made.theme), files);
    return { ...made, files: files.size };
  });
  const { theme } = outcome;
  const diagnostics = await diagnosticsOf(outcome.remote, theme);
  const shown = relative(workingFolder, workspace.root);
  terminal.result({
    ...resultOf(outcome),
    dossier: workspace.root,
    ignores: ignored.map(({ chemin, code }) => ({ chemin, code })),
    diagnostics,
  });
  sayMade(context, outcome);
  for (const diagnostic of diagnostics) terminal.warn(lineOf(diagnostic, shown));
  terminal.say(
    `${shown === '' ? 'Ce dossier' : `Le dossier ${shown}`} le suit désormais : « vitrine apercu » le montre, « vitrine suivre » envoie chaque enregistrement, « vitrine publier » le montre aux visiteurs.`,
  );
}

/** The theme that the folder follows, where it is the one that would be made. */
async function sameAs(remote: Remote, { theme }: WorkspaceState, wanted: NewTheme): Promise<Made | null> {
  const { site, themes } = await remote.themes();
  const onSite = remote.onSite(site.id);
  const same = await findSame(
    onSite,
    themes.filter(({ id }) => id === theme.id),
    wanted,
  );
  return same && { remote: onSite, site, theme: same, isNew: false };
}

async function tellAlready({ terminal }: Context, workspace: Workspace, made: Made): Promise<void> {
  const { files } = await workspace.readFiles();
  terminal.result({
    ...resultOf({ ...made, files: files.size }),
    ...{ dossier: workspace.root, ignores: [], diagnostics: [] },
  });
  terminal.say(
    `Ce dossier suit déjà ${nameOf(made.theme)}, qui a exactement ces fichiers. « vitrine dupliquer » en fait une copie.`,
  );
}

async function importArchive(context: Context, text: string, from: string, options: ImportOptions): Promise<void> {
  const { terminal } = context;
  const archive = readArchiveText(text, from);
  judge(context, archive.files, null);
  const name = nameFor(options, archive.name);
  const version = themeVersion(options.versionTheme, archive.version);
  const remote = await openSite(context, options, null);
  const made = await makeOnce(context, remote, { name, version, files: archive.files }, options);
  const diagnostics = await diagnosticsOf(made.remote, made.theme);
  terminal.result({ ...resultOf({ ...made, files: archive.files.size }), dossier: null, ignores: [], diagnostics });
  sayMade(context, { ...made, files: archive.files.size });
  for (const diagnostic of diagnostics) terminal.warn(lineOf(diagnostic, ''));
  terminal.say(`« vitrine recuperer --theme ${made.theme.id.slice(0, 8)} » l’amène dans un dossier.`);
}

/** What was made or found. */
interface Made {
  readonly remote: Remote;
  readonly site: RemoteSite;
  readonly theme: RemoteTheme;
  readonly isNew: boolean;
}

/**
 * Makes the theme, or finds the one that the same command has made before its process ended or its answer was lost: a theme of the
 * same name and version with exactly these files.
 */
async function makeOnce(
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
  const theme: RemoteTheme = {
    ...{ id, nom: wanted.name, version: wanted.version },
    ...{ role: 'brouillon', origine: null, maj_le: new Date().toISOString() },
  };
  return { remote: onSite, site, theme, isNew: true };
}

const resultOf = ({ theme, isNew, files, site }: Made & { readonly files: number }) => ({
  theme: { id: theme.id, nom: theme.nom, version: theme.version, role: theme.role },
  site: { id: site.id, slug: site.slug, nom: site.nom },
  nouveau: isNew,
  fichiers: files,
});

function sayMade({ terminal }: Context, { theme, isNew, files, site }: Made & { readonly files: number }): void {
  if (!isNew) return;
  const [count = ''] = counted(files, 'fichier', 'fichiers');
  terminal.say(`${nameOf(theme)} est un nouveau brouillon du site « ${visible(site.nom)} » : ${count}.`);
}

/** The site of `--site`; else that of the theme that the folder follows. */
const openSite = (context: Context, options: ImportOptions, before: WorkspaceState | null): Promise<Remote> =>
  openRemote(context, siteOf(options, before));

const nameFor = ({ nom }: ImportOptions, written: string): string =>
  nom === undefined ? (usableName(written) ?? 'Mon thème') : themeName(nom);

/** @param root of the folder; null for an archive @throws CommandRefusal after it has named each file that cannot be imported */
function judge({ terminal, workingFolder }: Context, files: ReadonlyMap<string, string>, root: string | null): void {
  const refused = refusedFiles(files);
  if (refused.length === 0) return;
  for (const line of refusalLines(refused, root ?? workingFolder, workingFolder)) terminal.warn(visible(line));
  throw nothingImported(refused);
}

/** What the service finds wrong in the theme, which an import takes all the same; nothing when it cannot say so now. */
const diagnosticsOf = (remote: Remote, { id }: RemoteTheme): Promise<readonly RemoteDiagnostic[]> =>
  remote.diagnostics(id).catch((error) => {
    if (error instanceof CommandRefusal) return [];
    throw error;
  });

/** The theme may be what this very folder was before: the question keeps a second one from being made in passing. */
const secondOf = (theme: RemoteTheme, { nom }: RemoteSite): string =>
  `Le site « ${visible(nom)} » a déjà ${nameOf(theme)}, avec d’autres fichiers. En faire un second de ce nom (« --nom » en donne un autre) ?`;

const insteadOf = ({ theme }: WorkspaceState, name: string): string =>
  `Ce dossier suit ${nameOf(theme)}. En faire un nouveau thème « ${visible(name)} », qu’il suivra à sa place ?`;

const noTheme = ({ root }: Workspace) =>
  new CommandRefusal(
    `${root} n’a aucun fichier de thème : ils se trouvent dans les dossiers layout, sections, snippets, assets, config et templates.`,
    { code: 'sans_theme' },
  );

const followsAnother = (state: WorkspaceState | null) =>
  new CommandRefusal(
    state === null
      ? 'Ce dossier ne suit plus le thème qu’il suivait : relancez la commande.'
      : `Une autre commande a mis ${nameOf(state.theme)} dans ce dossier, qui le suit désormais : rien n’a été importé.`,
    { code: 'autre_theme' },
  );
