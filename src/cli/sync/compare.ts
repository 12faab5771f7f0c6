/** Compares a folder with a theme of the service, and finds what can be merged. */

import { wholeConflict } from '../../merge/reconcile.ts';
import type { MergeRegion } from '../../merge/text-merge.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import type { Remote, RemoteTree } from '../remote/remote.ts';
import { nameOf } from '../remote/theme-names.ts';
import type { Terminal } from '../terminal.ts';
import { type Binding, rebound, settledBase, type WorkspaceState } from '../workspace/state.ts';
import type { FolderProblem } from '../workspace/theme-folder.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Absences } from './absences.ts';
import { markerLine, readMarked } from './markers.ts';
import { reconcileAll } from './merging.ts';
import { type Fingerprints, having, type PlannedFile, plan } from './plan.ts';

/** What an exchange works with. `signal` or the end of the process may stop the exchange at any `await`. */
export interface Exchange {
  readonly workspace: Workspace;
  readonly remote: Remote;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Which theme an exchange is about. */
export interface ExchangeTarget {
  /** The theme to exchange with; the folder follows it from then on. */
  readonly binding: Binding;
  /** Id of the theme that the folder followed when the command was called; null for none. */
  readonly followed: string | null;
  /** Files that the exchange before has found missing. */
  readonly absences?: Absences;
}

export interface Comparison {
  /** Null for a folder that follows no theme yet. */
  readonly state: WorkspaceState | null;
  readonly base: Fingerprints;
  /** The folder's state after the exchange: it follows the theme of `binding`; its `base` is the one of this comparison. */
  readonly next: WorkspaceState;
  /** Content by path. */
  readonly local: ReadonlyMap<string, string>;
  /** Entries of the folder that are no files of a theme. */
  readonly ignored: readonly FolderProblem[];
  readonly tree: RemoteTree;
  readonly files: readonly PlannedFile[];
}

/** How often a comparison is repeated because files change. */
export const COMPARISONS = 5;

/**
 * Repeats an exchange while files change during its comparison.
 * @param attempt answers null when files have changed
 * @throws CommandRefusal when files have changed at every attempt
 */
export async function untilStill<T>(attempt: () => Promise<T | null>, attempts = COMPARISONS): Promise<T> {
  for (let made = 0; made < attempts; made++) {
    const done = await attempt();
    if (done !== null) return done;
  }
  throw new CommandRefusal('Les fichiers changent sans cesse : relancez la commande quand ils sont au repos.', {
    code: 'instable',
    exit: EXIT.conflict,
  });
}

/**
 * Checks that a folder still follows the theme that the command was called for: while it waited for the lock, another command may have
 * filled the folder with another theme, whose files would then be sent.
 * @throws CommandRefusal
 */
export function assertStillFollows(
  { state }: Pick<Comparison, 'state'>,
  { followed, binding: { theme } }: ExchangeTarget,
): void {
  if (state === null || state.theme.id === followed || state.theme.id === theme.id) return;
  throw new CommandRefusal(
    `Une autre commande a mis ${nameOf(state.theme)} dans ce dossier, qui le suit désormais : rien de plus n’y est échangé avec ${nameOf(theme)}. Relancez la commande si c’est ce que vous voulez.`,
    { code: 'autre_theme' },
  );
}

/**
 * @param binding the theme to compare with
 * @param since the exchange to compare with: the last one of the folder, whichever theme it follows (`followed`), or the last one with
 *   this very theme, if there was one (`same-theme`)
 */
export async function compare(
  { workspace, remote }: Exchange,
  binding: Binding,
  since: 'followed' | 'same-theme',
): Promise<Comparison> {
  const [state, folder, tree] = await Promise.all([
    workspace.readState(),
    workspace.readFiles(),
    wholeTree(remote, binding.theme.id),
  ]);
  const local = new Map([...folder.files].map(([path, content]) => [path, fingerprintOf(content)]));
  const settled = state ? settledBase(state, local) : new Map<string, string>();
  const base = (since === 'same-theme' && state?.others.get(binding.theme.id)) || settled;
  const next = { ...rebound(state, settled, binding), base };
  return {
    state,
    base,
    next,
    local: folder.files,
    ignored: folder.ignored,
    tree,
    files: plan(base, local, tree.files),
  };
}

async function wholeTree(remote: Remote, themeId: string): Promise<RemoteTree> {
  const tree = await remote.tree(themeId);
  if (!tree) throw new Error('an unconditional question has no 304');
  return tree;
}

/** A file that both sides have changed, with the contents to merge or to show it. */
export interface Conflict {
  readonly file: PlannedFile;
  /** Contents; null where there is no such file. The content of the last exchange may be lost. */
  readonly base: string | null;
  readonly local: string | null;
  readonly remote: string | null;
  /** The merged text; null when a person must choose. */
  readonly merged: string | null;
  /** Agreed and disputed regions in the order of the text; null where one side has no such file. */
  readonly regions: readonly MergeRegion[] | null;
  /** Line of the first mark of an earlier conflict in the local file, 1-based; `regions` then are those between the marks, if they can be read. */
  readonly markedAt: number | null;
}

interface Examined {
  readonly conflicts: readonly Conflict[];
  /** What the service has of the files that were read, by path. */
  readonly contents: ReadonlyMap<string, string>;
}

/**
 * Reads the contents of the conflicts of a comparison and merges them where possible.
 * @param read files whose contents the service is asked for; the conflicts are among them
 * @returns null when the service's files have changed meanwhile
 */
export async function examineConflicts(
  { workspace, remote }: Exchange,
  { files, local, tree }: Pick<Comparison, 'files' | 'local' | 'tree'>,
  read: readonly PlannedFile[] = having(files, 'conflict'),
): Promise<Examined | null> {
  const present = read.filter((file) => file.remote !== null);
  const contents = await remote.contents(
    tree,
    present.map(({ path }) => path),
  );
  if (contents === null) return null;
  const found = await Promise.all(
    having(files, 'conflict').map(async (file) => ({
      ...{ file, path: file.path },
      base: file.base === null ? null : await workspace.contents.read(file.base),
      mine: local.get(file.path) ?? null,
      theirs: contents.get(file.path) ?? null,
    })),
  );
  const isMarked = ({ mine }: (typeof found)[number]) => mine !== null && markerLine(mine) !== null;
  const unmarked = found.filter((one) => !isMarked(one));
  const outcomes = await reconcileAll(unmarked.map(({ file, ...changed }) => changed));
  const marked = found.filter(isMarked).map(({ file, mine, theirs }) => markedConflict(file, mine ?? '', theirs));
  const examined = unmarked.map(({ file, base, mine, theirs }, index): Conflict => {
    const [outcome, versions] = [outcomes[index], { base, local: mine, remote: theirs }];
    const text = outcome?.kind === 'merged' ? outcome.text : null;
    const merged = text !== null && text.length <= FILE_UNITS ? text : null;
    const whole = mine === null || theirs === null ? null : wholeConflict({ base: base ?? '', mine, theirs }).regions;
    const regions = outcome?.kind === 'conflict' ? outcome.regions : whole;
    return { file, ...versions, merged, regions, markedAt: null };
  });
  const conflicts = [...examined, ...marked].sort((a, b) => (a.file.path < b.file.path ? -1 : 1));
  return { conflicts, contents };
}

/** A file whose earlier conflict nobody has settled yet, whatever has become of it on the service. */
export const markedConflict = (file: PlannedFile, local: string, remote: string | null): Conflict => ({
  ...{ file, base: null, local, remote, merged: null },
  regions: readMarked(local),
  markedAt: markerLine(local),
});
