import { basename, relative } from 'node:path';
import { adjusted } from '../../../engine/diagnose/check-settings.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { HAS_PREVIEW } from '../package/offers.ts';
import type { NewTheme } from '../remote/new-themes.ts';
import { nameOf } from '../remote/theme-names.ts';
import { beginToFollow } from '../sync/begin.ts';
import { refusalLines } from '../sync/print.ts';
import { assertSettled } from '../sync/push.ts';
import { visible } from '../terminal.ts';
import { lineOf } from '../verify/report.ts';
import { lookAtChecks } from '../workspace/check-settings.ts';
import type { WorkspaceState } from '../workspace/state.ts';
import { themeMetadata } from '../workspace/theme-metadata.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Context, openRemote, siteOf } from './context.ts';
import {
  diagnosticsOf,
  type ImportOptions,
  judge,
  type Made,
  makeOnce,
  nameFor,
  resultOf,
  sameAs,
  sayMade,
} from './made-theme.ts';
import { themeVersion } from './new-theme.ts';
import { declined } from './pull.ts';
import { bindingOf } from './target.ts';

/** Makes a theme of a folder, which follows it from then on. @throws CommandRefusal; nothing is made then */
export async function importFolder(context: Context, workspace: Workspace, options: ImportOptions): Promise<void> {
  const { terminal, signal, workingFolder } = context;
  const before = await workspace.readState();
  const folder = await workspace.readFiles();
  const { ignored } = folder;
  if (folder.files.size === 0) throw noTheme(workspace);
  const lines = ignored.map(({ chemin, message }) => ({ chemin, message, error: '' }));
  for (const line of refusalLines(lines, workspace.root, workingFolder)) terminal.warn(`Laissé de côté : ${line}`);
  assertSettled(folder.files);
  judge(context, folder.files, workspace.root);
  const name = nameFor(options, themeMetadata(folder.files).name ?? basename(workspace.root));
  const remote = await openRemote(context, siteOf(options, before));
  const wanted = (files: ReadonlyMap<string, string>): NewTheme => ({
    ...{ name, files },
    version: themeVersion(options.versionTheme, themeMetadata(files).version),
  });
  if (before !== null) {
    const already = options.nouveau ? null : await sameAs(remote, before, wanted(folder.files));
    if (already) return tellAlready(context, workspace, { ...already, files: folder.files.size });
    if (!(await terminal.confirm(insteadOf(before, name)))) throw declined();
  }

  const outcome = await workspace.exclusively(signal, async () => {
    // While the question was asked or the lock was held, files and theme may have changed.
    const present = await workspace.readState();
    if (present?.theme.id !== before?.theme.id) throw followsAnother(present);
    const { files } = await workspace.readFiles();
    assertSettled(files);
    judge(context, files, workspace.root);
    const made = await makeOnce(context, remote, wanted(files), options);
    await beginToFollow(workspace, bindingOf(made.remote, made.site, made.theme), files);
    return { ...made, files: files.size };
  });
  const { theme } = outcome;
  const { settings, diagnostics: told } = await lookAtChecks(workspace.root);
  const diagnostics = [...told, ...adjusted(await diagnosticsOf(outcome.remote, theme), settings)];
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
    `${shown === '' ? 'Ce dossier' : `Le dossier ${shown}`} le suit désormais : ${HAS_PREVIEW ? '« vitrine apercu » le montre, ' : ''}« vitrine suivre » envoie chaque enregistrement, « vitrine publier » le montre aux visiteurs.`,
  );
}

function tellAlready({ terminal }: Context, workspace: Workspace, made: Made & { readonly files: number }): void {
  terminal.result({
    ...resultOf(made),
    ...{ dossier: workspace.root, ignores: [], diagnostics: [] },
  });
  terminal.say(
    `Ce dossier suit déjà ${nameOf(made.theme)}, qui a exactement ces fichiers. « vitrine dupliquer » en fait une copie.`,
  );
}

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
