/** Compares the folder with a theme of the service, and says what a deployment does there. */
import { strippedJson } from '../../../engine/json/commented-json.ts';
import { jsonValueOf } from '../../../engine/json/plain-json.ts';
import type { Version } from '../../contract/versions.ts';
import type { Changed } from '../../merge/reconcile.ts';
import { versionIn } from '../../merge/text-merge.ts';
import { fingerprintOf } from '../../text/fingerprint.ts';
import { FILE_UNITS } from '../../themes/limits.ts';
import type { RemoteTheme } from '../remote/answers.ts';
import { RemoteRefusal } from '../remote/refusals.ts';
import type { Remote, RemoteTree } from '../remote/remote.ts';
import { versionFile } from '../remote/versions.ts';
import { reconcileAll } from '../sync/merging.ts';
import type { Git, GitChange, NoGit } from './git.ts';
import { type LastPush, newestVersion, readHistory, readOrigins } from './last-push.ts';
import { isSameTree, type PlannedFile, planDeployment } from './plan.ts';
import type { DeploymentToSend } from './remote.ts';

/** The folder that is deployed, and how. */
export interface Deployed {
  /** Content of the files by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly git: Git | NoGit;
  /** Whether a file belongs to the site. */
  readonly isOwn: (path: string) => boolean;
  /** The option `--forcer`: replaces texts that only the service has. */
  readonly force: boolean;
}

/** A file that would be overwritten or removed with a text that only the service has. */
export interface DeployConflict {
  readonly path: string;
  /** The version that wrote it; null where it is not kept. */
  readonly service: Version | null;
  /** The last commit that changed it; null where git knows none. */
  readonly git: GitChange | null;
  /** The two texts; null where the folder has none. */
  readonly texts: { readonly service: string; readonly folder: string | null };
}

/** What a deployment changes, by path. */
export interface DeployChanges {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files of the site's own that differ from the folder's. */
  readonly kept: readonly string[];
  /** Files of the site's own, with what git has changed. */
  readonly merged: readonly string[];
  /** Files whose text only the service had; the theme's versions keep it. */
  readonly forced: readonly string[];
}

interface Examined {
  readonly number: number | null;
  readonly changes: DeployChanges;
  readonly conflicts: readonly DeployConflict[];
  /** Null where the theme and its last deployment equal the folder already. */
  readonly send: DeploymentToSend | null;
}

/**
 * @param theme from the list of themes: its role is sent along, so a lot for a draft never reaches a theme that was published since
 * @returns null when the theme has changed during the comparison: compare again
 */
export async function examine(
  remote: Remote,
  { id, role }: RemoteTheme,
  themes: readonly RemoteTheme[],
  deployed: Deployed,
): Promise<Examined | null> {
  const history = await readHistory(remote, id, themes);
  const tree = await remote.tree(id);
  if (!tree) throw new Error('an unconditional question has no 304');
  if (tree.theme.role !== role) return null;
  const folder = new Map([...deployed.files].map(([path, content]) => [path, fingerprintOf(content)]));
  const trees = { base: history.last?.files ?? null, folder, service: tree.files };
  const planned = planDeployment(trees, deployed.isOwn);
  const settled = await settle(remote, { tree, last: history.last, planned }, deployed);
  if (!settled) return null;
  const { files, conflicts } = settled;
  // A deployment between the two requests would look like a conflict.
  if (conflicts.length > 0 && (await newestVersion(remote, id)) !== history.newest) return null;
  const origins = await readOrigins(
    remote,
    id,
    conflicts.map(({ path }) => path),
    history,
  );
  const having = (...outcomes: readonly Outcome[]) => files.filter(({ outcome }) => outcomes.includes(outcome));
  const taken = having('take');
  const isDone = having('take', 'merge').length === 0 && trees.base !== null && isSameTree(trees.base, folder);
  return {
    number: history.newest,
    changes: {
      written: pathsOf(taken.filter(({ folder: text }) => text !== null)),
      removed: pathsOf(taken.filter(({ folder: text }) => text === null)),
      kept: pathsOf(having('keep')),
      merged: pathsOf(having('merge')),
      forced: pathsOf(taken.filter(({ isForced }) => isForced)),
    },
    conflicts: await withOrigins(conflicts, origins, deployed),
    send: isDone ? null : { ...lotOf(files, deployed), role, number: history.newest },
  };
}

/** What happens to a file: it gets the folder's text, stays, or is merged. */
type Outcome = 'same' | 'take' | 'keep' | 'merge';

interface SettledFile extends PlannedFile {
  readonly outcome: Outcome;
  /** Only of `merge`. */
  readonly text?: string;
  readonly isForced?: boolean;
}

/** A text that only the service has. */
interface Doubted {
  readonly path: string;
  readonly text: string;
}

const pathsOf = (files: readonly PlannedFile[]) => files.map(({ path }) => path);

/** Decides the files whose fate depends on texts: texts that git may know, and texts to merge. */
async function settle(
  remote: Remote,
  { tree, last, planned }: { tree: RemoteTree; last: LastPush | null; planned: readonly PlannedFile[] },
  { files: folder, git, force }: Deployed,
): Promise<{ readonly files: readonly SettledFile[]; readonly conflicts: readonly Doubted[] } | null> {
  const read = planned.filter(({ fate, service }) => service !== null && ['doubt', 'adopt', 'merge'].includes(fate));
  const texts = await remote.contents(tree, pathsOf(read));
  if (!texts) return null;
  const known = 'knows' in git && texts.size > 0 ? await git.knows([...texts.values()]) : new Set<string>();
  const conflicts: Doubted[] = [];
  const settleOne = async (file: PlannedFile): Promise<SettledFile> => {
    const { path, fate } = file;
    const there = texts.get(path) ?? '';
    switch (fate) {
      case 'same':
        return { ...file, outcome: 'same' };
      case 'deploy':
        return { ...file, outcome: 'take' };
      case 'keep':
        return { ...file, outcome: 'keep' };
      case 'adopt':
        return { ...file, outcome: known.has(there) && file.folder !== null ? 'take' : 'keep' };
      case 'doubt':
        if (!known.has(there) && !force) conflicts.push({ path, text: there });
        return { ...file, outcome: 'take', isForced: !known.has(there) };
      case 'merge': {
        const base = last && (await textThen(remote, last, path));
        const text = base === null ? null : await merged({ path, base, mine: there, theirs: folder.get(path) ?? '' });
        return text === null || text === there ? { ...file, outcome: 'keep' } : { ...file, outcome: 'merge', text };
      }
    }
  };
  const files: SettledFile[] = [];
  // One request after the other, because the service has other readers too.
  for (const file of planned) files.push(await settleOne(file));
  return { files, conflicts };
}

/** @returns null when that version is not kept any more */
async function textThen(remote: Remote, { themeId, number }: LastPush, path: string): Promise<string | null> {
  try {
    return (await versionFile(remote, themeId, number, path)).contenu;
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status === 404) return null;
    throw error;
  }
}

/**
 * What git has changed since the last deployment, in the text of the site. Where both have changed the same value of a JSON file, the
 * site's stays.
 * @returns null where both have changed the same lines of another file: the site's stays as it is
 */
async function merged(changed: Changed): Promise<string | null> {
  const [outcome] = await reconcileAll([changed]);
  const isJson = changed.path.endsWith('.json');
  const isPartly = outcome?.kind === 'conflict' && isJson;
  const merge = outcome?.kind === 'merged' ? outcome.text : isPartly ? versionIn(outcome.regions, 'mine') : null;
  if (merge === null || merge === changed.mine) return null;
  // An import may have brought comments, and no write takes them.
  const text = isJson ? strippedJson(merge) : merge;
  return text.length <= FILE_UNITS && !(isJson && jsonValueOf(text) === undefined) ? text : null;
}

/** All that differs in the folder, and what the site then gets back of its own. */
function lotOf(files: readonly SettledFile[], { files: folder }: Deployed): Omit<DeploymentToSend, 'role' | 'number'> {
  const differing = files.filter((file) => file.folder !== file.service);
  const there = differing.filter((file) => file.folder !== null);
  return {
    write: new Map(there.map(({ path }) => [path, folder.get(path) ?? ''])),
    remove: pathsOf(differing.filter((file) => file.folder === null)),
    keep: pathsOf(files.filter(({ outcome }) => outcome === 'keep')),
    merged: new Map(files.flatMap(({ path, text }) => (text === undefined ? [] : [[path, text] as const]))),
    expected: new Map(files.map(({ path, service }) => [path, service])),
  };
}

/** The conflicts, each with the authors of both texts. */
async function withOrigins(
  conflicts: readonly Doubted[],
  origins: ReadonlyMap<string, Version>,
  { files: folder, git }: Deployed,
): Promise<readonly DeployConflict[]> {
  const found: DeployConflict[] = [];
  for (const { path, text } of conflicts) {
    found.push({
      path,
      texts: { service: text, folder: folder.get(path) ?? null },
      service: origins.get(path) ?? null,
      git: 'lastChange' in git ? await git.lastChange(path) : null,
    });
  }
  return found;
}
