import { conflictsIn } from '../../merge/line-merge.ts';
import { versionIn } from '../../merge/text-merge.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import { nameOf } from '../remote/theme-names.ts';
import type { Conflict, Exchange } from '../sync/compare.ts';
import { markedText, markerLine } from '../sync/markers.ts';
import { counted, printConflicts, printPaths } from '../sync/print.ts';
import { oneSideOnly, type SettlementReport, settle, unsettledFiles, type Way } from '../sync/settle.ts';
import { isThemePath } from '../workspace/theme-folder.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Context } from './context.ts';
import { mergeToolOf, runMergeTool } from './merge-tool.ts';
import { pathNamed, pathsOf } from './push.ts';
import {
  bindingOf,
  type FolderOptions,
  folderOption,
  namedTarget,
  openFollowed,
  type TargetOptions,
} from './target.ts';

export interface ResolveOptions extends FolderOptions, Pick<TargetOptions, 'theme'> {
  readonly ici?: true;
  readonly service?: true;
  readonly marqueurs?: true;
  /** True for the merge tool of the settings. */
  readonly outil?: true | string;
}

/** `vitrine resoudre [fichiers…]`: shows the conflicts of the folder and how to settle each, or settles them. */
export async function resolveCommand(
  context: Context,
  files: readonly string[],
  options: ResolveOptions,
): Promise<void> {
  const { terminal, signal, workingFolder } = context;
  const followed = await openFollowed(context, options);
  const { workspace, remote, list, state } = followed;
  const { theme } = namedTarget(followed, options);
  const { way, paths } = wayNamed(context, workspace, files, options);
  const named = paths.length === 0 ? null : await pathsOf(paths, followed, workingFolder);
  const exchange = { workspace, remote, terminal, signal };
  const target = { binding: bindingOf(remote, list.site, theme), followed: state.theme.id };
  const found = await unsettledFiles(exchange, target);
  // A file whose changes can be merged is settled only where the command names it: `recuperer` merges such files.
  const meant = found.filter(({ file, merged }) => (named === null ? merged === null : named.has(file.path)));
  const unknown = [...(named ?? [])].filter((path) => !meant.some(({ file }) => file.path === path));
  if (unknown.length > 0) {
    throw new CommandRefusal(`Rien n’est à régler dans ${unknown.join(', ')}.`, { code: 'sans_conflit' });
  }
  if (meant.length === 0) {
    terminal.say(`Aucun conflit avec ${nameOf(theme)}.`);
    return terminal.result({ conflits: [], regles: [], marqueurs: [] });
  }
  if (way === null) return showConflicts(context, meant, options);
  const settleSeen: SettleSeen = (seen, wayOf) => settle(exchange, target, wayOfSeen(seen, wayOf));
  const report = await (typeof way === 'object'
    ? settleByTool({ ...context, workspace }, meant, way.tool, settleSeen)
    : settleSeen(meant, () => way));
  printReport(context, report, meant, theme.id === state.theme.id ? null : nameOf(theme));
}

type NamedWay = Exclude<Way, object> | { readonly tool: true | string };

/** The way to settle and the files; a path behind `--outil` is a file, and not a tool. */
function wayNamed(
  { workingFolder }: Context,
  { root }: Workspace,
  files: readonly string[],
  { ici, service, marqueurs, outil }: ResolveOptions,
): { readonly way: NamedWay | null; readonly paths: readonly string[] } {
  const [way] = [ici && 'ici', service && 'service', marqueurs && 'marqueurs'].filter((one) => one !== undefined);
  if (way !== undefined || outil === undefined) return { way: (way as NamedWay | undefined) ?? null, paths: files };
  const isFile = outil !== true && isThemePath(pathNamed(outil, root, workingFolder));
  return isFile ? { way: { tool: true }, paths: [...files, outil] } : { way: { tool: outil }, paths: files };
}

type SettleSeen = (seen: readonly Conflict[], wayOf: (path: string) => Way | null) => Promise<SettlementReport>;

/** The ways for the conflicts that the person has seen; a conflict whose texts have changed since is left alone. */
function wayOfSeen(seen: readonly Conflict[], wayOf: (path: string) => Way | null): (conflict: Conflict) => Way | null {
  const known = new Map(seen.map(({ file }) => [file.path, file]));
  return ({ file: { path, local, remote } }) => {
    const file = known.get(path);
    return file !== undefined && file.local === local && file.remote === remote ? wayOf(path) : null;
  };
}

function showConflicts({ terminal }: Context, conflicts: readonly Conflict[], options: ResolveOptions): never {
  const { theme } = options;
  printConflicts(
    terminal,
    conflicts.filter(({ merged }) => merged === null),
  );
  const merging = conflicts.filter(({ merged }) => merged !== null).map(({ file }) => file.path);
  if (merging.length > 0) {
    terminal.say(
      `Se fusionnent d’eux-mêmes, par « vitrine recuperer » ou « vitrine pousser » : ${merging.join(', ')}.`,
    );
  }
  const command = `vitrine resoudre${theme === undefined ? '' : ` --theme ${theme}`} <fichiers>${folderOption(options)}`;
  terminal.say(`« ${command} » règle ces fichiers, ou tous si vous n’en nommez aucun, avec une de ces options :`);
  terminal.show(
    [
      '  --ici        garde les vôtres',
      '  --service    prend ceux du service',
      '  --marqueurs  y écrit les trois versions de chaque passage, à choisir ensuite',
      '  --outil      les ouvre dans votre outil de fusion',
    ].join('\n'),
  );
  const paths = conflicts.map(({ file }) => file.path);
  throw new CommandRefusal(
    `${paths.length === 1 ? 'Un fichier attend' : `${paths.length} fichiers attendent`} que vous choisissiez : ${paths.join(', ')}. Ce qui cède va dans .vitrine/corbeille ; « vitrine pousser » envoie ensuite ce que vous avez réglé.`,
    { code: 'conflit', exit: EXIT.conflict, details: { conflits: conflicts.map(shown) } },
  );
}

/** A conflict for programs. */
function shown({ file, local, remote, merged, regions, markedAt }: Conflict) {
  const places = conflictsIn(regions ?? []).map(
    ({ line: ligne, base: dernier_echange, mine: ici, theirs: service }) => ({ ligne, dernier_echange, ici, service }),
  );
  const change = (content: string | null) => (content === null ? 'supprime' : file.base === null ? 'ajoute' : 'change');
  return {
    chemin: file.path,
    ...(markedAt === null
      ? { ici: change(local), service: change(remote), se_fusionne: merged !== null, passages: places }
      : { marqueurs: markedAt }),
  };
}

async function settleByTool(
  { workspace, terminal, environment, signal }: Context & Pick<Exchange, 'workspace'>,
  conflicts: readonly Conflict[],
  tool: true | string,
  settleSeen: SettleSeen,
): Promise<SettlementReport> {
  const removed = conflicts.find(({ regions }) => regions === null);
  if (removed && removed.markedAt === null) throw oneSideOnly(removed.file.path, removed.local === null);
  const line = await mergeToolOf(environment, tool === true ? undefined : tool);
  const total: { -readonly [Key in keyof SettlementReport]: SettlementReport[Key] } = {
    ...{ settled: [], marked: [], changed: [], kept: null },
  };
  for (const conflict of conflicts) {
    const { path } = conflict.file;
    const text = await runMergeTool(line, path, textsOf(conflict), {
      ...{ environment, signal },
      output: terminal.json ? 'stderr' : 'inherit',
    });
    if (text === null || markerLine(text) !== null) {
      const why = text === null ? 'l’outil a fini sur une erreur' : 'il y reste des marqueurs';
      terminal.warn(`${path} : ${why} ; le conflit n’est pas réglé.`);
      continue;
    }
    // The folder was not locked while the person worked in the tool.
    const { settled, kept, changed } = await settleSeen([conflict], () => ({ text }));
    total.settled = [...total.settled, ...settled];
    total.kept ??= kept;
    if (settled.length > 0) continue;
    const place = await workspace.exclusively(signal, () => workspace.keepAside(new Map([[path, text]]), 'fusion'));
    terminal.warn(`${path} a changé pendant que vous le régliez ; ce que vous en avez fait est gardé dans ${place}.`);
    total.changed = [...total.changed, ...changed];
  }
  return total;
}

/** The versions that a tool gets; of a file with marks, those between the marks. */
function textsOf({ base, local, remote, merged, regions, markedAt }: Conflict) {
  const MERGED = markedAt !== null ? (local ?? '') : (merged ?? markedText(regions ?? []));
  if (markedAt === null) return { BASE: base ?? '', LOCAL: local ?? '', REMOTE: remote ?? '', MERGED };
  const of = (version: 'base' | 'mine' | 'theirs') => (regions === null ? (local ?? '') : versionIn(regions, version));
  return { BASE: of('base'), LOCAL: of('mine'), REMOTE: of('theirs'), MERGED };
}

/** @param followed the name of the theme, where the folder follows it only from now on */
function printReport(
  { terminal }: Context,
  { settled, marked, kept }: SettlementReport,
  meant: readonly Conflict[],
  followed: string | null,
): void {
  const left = meant.map(({ file }) => file.path).filter((path) => ![...settled, ...marked].includes(path));
  const outcome = { regles: settled, marqueurs: marked, conflits: left };
  printPaths(terminal, '✓', settled);
  printPaths(terminal, '±', marked);
  const parts = [
    ...counted(settled.length, 'fichier réglé', 'fichiers réglés'),
    ...counted(marked.length, 'fichier avec des marqueurs', 'fichiers avec des marqueurs'),
  ];
  if (parts.length > 0) terminal.say(`${parts.join(', ')}.`);
  if (kept !== null) terminal.say(`Les versions du service qui ont cédé sont gardées dans ${kept}.`);
  if (settled.length > 0) terminal.say('« vitrine pousser » envoie ce qui diffère du service.');
  if (marked.length > 0) {
    terminal.say(
      'Choisissez entre les lignes « <<<<<<< » et « >>>>>>> », retirez les marqueurs, puis « vitrine pousser » ; rien n’est envoyé avant.',
    );
  }
  if (followed !== null) terminal.say(`Ce dossier suit désormais ${followed}.`);
  if (left.length > 0) {
    throw new CommandRefusal(`Il reste à régler : ${left.join(', ')}.`, {
      ...{ code: 'conflit', exit: EXIT.conflict, details: outcome },
    });
  }
  terminal.result(outcome);
}
