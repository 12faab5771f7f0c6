/** Compares a folder with a theme of the service, and finds what can be merged. */

import { mergeJson } from '../../merge/json-merge.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import { CommandRefusal } from '../command-refusal.ts';
import { EXIT } from '../exit-codes.ts';
import type { Remote, RemoteTree } from '../remote/remote.ts';
import { nameOf } from '../remote/theme-names.ts';
import type { Terminal } from '../terminal.ts';
import { type Binding, rebound, settledBase, type WorkspaceState } from '../workspace/state.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type Fingerprints, having, type PlannedFile, plan } from './plan.ts';

/** What an exchange works with. It may be cut at any await, by `signal` or by the end of the process. */
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
}

export interface Comparison {
  /** Null for a folder that follows no theme yet. */
  readonly state: WorkspaceState | null;
  readonly base: Fingerprints;
  /** The state of the folder once it follows the theme of `binding`; with `base` as it is compared here. */
  readonly next: WorkspaceState;
  /** Content by path. */
  readonly local: ReadonlyMap<string, string>;
  readonly tree: RemoteTree;
  readonly files: readonly PlannedFile[];
}

/** How often a comparison is repeated because files change. */
export const COMPARISONS = 5;

/** The refusal of an exchange during which files changed at every comparison. */
export const neverStill = (): CommandRefusal =>
  new CommandRefusal('Les fichiers changent sans cesse : relancez la commande quand ils sont au repos.', {
    code: 'instable',
    exit: EXIT.conflict,
  });

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
 * @param since the last exchange with whichever theme the folder follows: where another is to take its place (`followed`); or with
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
  return { state, base, next, local: folder.files, tree, files: plan(base, local, tree.files) };
}

async function wholeTree(remote: Remote, themeId: string): Promise<RemoteTree> {
  const tree = await remote.tree(themeId);
  if (!tree) throw new Error('an unconditional question has no 304');
  return tree;
}

/** A conflict, with the contents to merge or to show it. */
export interface Conflict {
  readonly file: PlannedFile;
  /** Contents; null where there is no such file. */
  readonly local: string | null;
  readonly remote: string | null;
  /** Both changes in one JSON file; null when a person must choose. */
  readonly merged: string | null;
}

/**
 * Reads the contents of the conflicts of a comparison and merges them where possible.
 * @param remoteContents content by path of what the service has of them
 */
export function examineConflicts(
  { workspace }: Pick<Exchange, 'workspace'>,
  { files, local }: Comparison,
  remoteContents: ReadonlyMap<string, string>,
): Promise<readonly Conflict[]> {
  return Promise.all(
    having(files, 'conflict').map(async (file) => {
      const { path, base } = file;
      const versions = { local: local.get(path) ?? null, remote: remoteContents.get(path) ?? null };
      const before = base !== null && path.endsWith('.json') ? await workspace.contents.read(base) : null;
      return { file, ...versions, merged: before === null ? null : merged(before, versions.local, versions.remote) };
    }),
  );
}

function merged(base: string, local: string | null, remote: string | null): string | null {
  if (local === null || remote === null) return null;
  const result = mergeJson(base, local, remote);
  return result !== null && result.length <= FILE_UNITS ? result : null;
}
