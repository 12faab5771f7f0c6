import { join, relative, resolve, sep } from 'node:path';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import type { RemoteTheme } from '../remote/answers.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import { areOfOneLine } from '../remote/situation.ts';
import { nameOf } from '../remote/theme-names.ts';
import { compare, type Exchange } from '../sync/compare.ts';
import { publishedJustNow } from '../sync/lines.ts';
import { having } from '../sync/plan.ts';
import { counted, printConflicts, printIgnored, printPaths, refusalLines } from '../sync/print.ts';
import { type ApprovedLot, ConflictRefusal, type PushReport, push } from '../sync/push.ts';
import type { Terminal } from '../terminal.ts';
import { refusalOfPath, whyNotTaken } from '../workspace/admitted.ts';
import { looked } from '../workspace/whole-file.ts';
import { beginHere } from './begin-here.ts';
import type { Context } from './context.ts';
import { declined } from './pull.ts';
import {
  bindingOf,
  type FolderOptions,
  type Followed,
  namedTarget,
  openFollowed,
  type TargetOptions,
  workingDraftOf,
} from './target.ts';

export interface PushCommandOptions extends FolderOptions, TargetOptions {
  readonly forcer?: boolean;
  readonly supprimer?: boolean;
}

type Target = Pick<RemoteTheme, 'id' | 'nom' | 'role' | 'lignee' | 'situation'>;

/** `vitrine pousser [fichiers…]`: to the theme that the folder follows, or to the working draft where that one is published. */
export async function pushCommand(
  context: Context,
  files: readonly string[],
  options: PushCommandOptions,
): Promise<void> {
  const { terminal, signal, workingFolder } = context;
  if (files.length === 0 && options.theme === undefined && !options.publie) {
    if (await beginHere(context, options)) return;
  }
  const followed = await openFollowed(context, options);
  const { workspace, remote, list } = followed;
  const only = files.length === 0 ? undefined : await pathsOf(files, followed, workingFolder);
  const exchange = { workspace, remote, terminal, signal };
  const { theme, isMeant } = await targetOf(exchange, followed, options);
  const binding = bindingOf(remote, list.site, theme);
  const approve = async (lot: ApprovedLot) => {
    // Visitors see the change only if the command named a theme that was published then.
    if (lot.isPublished && !(isMeant && theme.role === 'publie')) throw publishedJustNow(binding, followed.here);
    return approved(terminal, theme, lot, options.publie === true);
  };
  const { forcer: force = false, supprimer: remove = false } = options;
  try {
    const since = followed.state.theme.id;
    const report = await push(exchange, { binding, followed: since, force, remove, approve, ...(only && { only }) });
    if (!report.approved) throw declined();
    printReport(terminal, theme, report);
    if (theme.id !== since) terminal.say(`Ce dossier suit désormais ${nameOf(theme)}.`);
  } catch (error) {
    if (error instanceof ConflictRefusal) printConflicts(terminal, error.conflicts);
    if (error instanceof RemoteRefusal && error.files.length > 0) {
      for (const line of refusalLines(error.files, workspace.root, workingFolder)) terminal.warn(line);
    }
    throw error;
  }
}

/** Makes a draft only when there is something to send to it. */
async function targetOf(
  exchange: Exchange,
  followed: Followed,
  options: PushCommandOptions,
): Promise<{ readonly theme: Target; readonly isMeant: boolean }> {
  const { remote, list, state } = followed;
  const { theme, isMeant } = namedTarget(followed, options);
  if (options.publie && theme.id !== state.theme.id && !areOfOneLine(theme, state.theme)) {
    const question = `${nameOf(theme)}, qui est publié, n’est pas de la lignée de ${nameOf(state.theme)}, que suit ce dossier. Y envoyer vos changements ?`;
    if (!(await exchange.terminal.confirm(question))) throw declined();
  }
  if (isMeant || theme.role === 'brouillon') return { theme, isMeant };
  const { supprimer: remove } = options;
  const { files } = await compare(exchange, bindingOf(remote, list.site, theme), 'same-theme');
  if (having(files, 'send', 'conflict', ...(remove ? (['remove-there'] as const) : [])).length === 0)
    return { theme, isMeant };
  return { theme: await workingDraftOf(exchange, followed, theme), isMeant };
}

async function approved(
  terminal: Terminal,
  theme: Target,
  { written, removed, emptied, isPublished }: ApprovedLot,
  published: boolean,
): Promise<boolean> {
  if (emptied.length > 0) {
    for (const path of emptied) terminal.warn(`${path} : ce fichier est vide, il ne l’était pas sur le service.`);
    const question = emptied.length === 1 ? 'Envoyer ce fichier vide ?' : 'Envoyer ces fichiers vides ?';
    if (!(await terminal.confirm(question))) return false;
  }
  if (!isPublished || published) return true;
  const count = counted(written.length + removed.length, 'changement', 'changements');
  return terminal.confirm(`${nameOf(theme)} est publié, les visiteurs le voient. Y envoyer ${count} ?`);
}

function printReport(terminal: Terminal, theme: Target, report: PushReport): void {
  const { written, removed, merged, notRemoved, waiting, ignored, kept } = report;
  terminal.result({
    theme: { id: theme.id, nom: theme.nom, role: theme.role },
    envoyes: written,
    supprimes: removed,
    fusionnes: merged,
    non_supprimes: notRemoved,
    a_recuperer: waiting,
    ignores: ignored,
  });
  printPaths(terminal, '→', written);
  printPaths(terminal, '-', removed);
  const parts = [
    ...counted(written.length, 'fichier envoyé', 'fichiers envoyés'),
    ...counted(removed.length, 'fichier supprimé', 'fichiers supprimés'),
  ];
  const where = `${theme.role === 'publie' ? 'thème publié' : 'brouillon'} ${nameOf(theme)}`;
  terminal.say(
    parts.length === 0 ? `Rien à pousser : rien n’a été envoyé au ${where}.` : `${parts.join(', ')} : ${where}.`,
  );
  if (merged.length > 0) terminal.say(`Fusionnés avec les changements du service : ${merged.join(', ')}.`);
  if (kept !== null) terminal.say(`Les versions du service qui ont été remplacées sont gardées dans ${kept}.`);
  if (notRemoved.length > 0) {
    terminal.say('Supprimés ici, encore sur le service (« vitrine pousser --supprimer » les y supprime) :');
    printPaths(terminal, '-', notRemoved);
  }
  if (waiting.length > 0) {
    terminal.say('Changés sur le service (« vitrine recuperer » les amène ici) :');
    printPaths(terminal, '←', waiting);
  }
  printIgnored(terminal, ignored);
}

/** The path in the theme of a file that is named relative to the working directory, or as the client prints paths. */
export function pathNamed(file: string, root: string, workingFolder: string): string {
  const path = relative(root, resolve(workingFolder, file)).split(sep).join('/');
  return path.startsWith('../') && refusalOfPath(file) === null ? file : path;
}

/** The files that are named. @throws CommandRefusal for one that is not a file of the theme */
export async function pathsOf(
  files: readonly string[],
  { workspace: { root }, state }: Followed,
  workingFolder: string,
): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for (const file of files) {
    const path = pathNamed(file, root, workingFolder);
    const refusal = refusalOfPath(path);
    if (refusal) {
      const why = path.startsWith('../')
        ? 'Il n’est pas dans le dossier du thème : les chemins comptent depuis le dossier courant, ou depuis celui du thème.'
        : whyNotTaken(path, refusal);
      throw new CommandRefusal(`${file} n’est pas un fichier du thème. ${why}`, { exit: EXIT.usage });
    }
    if (!state.base.has(path) && !(await looked(join(root, path)))) {
      throw new CommandRefusal(`${file} n’existe pas.`, { exit: EXIT.usage });
    }
    paths.add(path);
  }
  return paths;
}
