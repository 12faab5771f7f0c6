import { fingerprintOf } from '../../text/fingerprint.ts';
import { type PendingChange, rememberedBy, type WorkspaceState } from '../workspace/state.ts';
import type { FileChange } from '../workspace/theme-files.ts';
import {
  assertStillFollows,
  COMPARISONS,
  type Comparison,
  type Conflict,
  compare,
  type Exchange,
  type ExchangeTarget,
  examineConflicts,
  neverStill,
} from './compare.ts';
import { having, type PlannedFile } from './plan.ts';

export interface PullOptions extends ExchangeTarget {
  /** Takes the service's version of what both sides have changed, and of what was removed here; the local one goes to the trash. */
  readonly force: boolean;
}

/** What a pull has done, by path. */
export interface PullReport {
  readonly taken: readonly string[];
  readonly removed: readonly string[];
  /** Those of `taken` and `removed` whose local version had changes and is in the trash now. */
  readonly replaced: readonly string[];
  /** JSON files in which both changes are now; they wait to be pushed. */
  readonly merged: readonly string[];
  /** Changed on both sides: left alone. */
  readonly conflicts: readonly Conflict[];
  /** Changed here only, to be pushed. */
  readonly local: readonly string[];
}

/**
 * Brings a theme's changes into a folder. A local change is never overwritten; a command that is killed in the middle leaves
 * whole files, and the next one goes on.
 * @throws CommandRefusal, RemoteRefusal, Unreachable
 */
export function pull(exchange: Exchange, options: PullOptions): Promise<PullReport> {
  const { workspace, signal } = exchange;
  return workspace.exclusively(signal, async () => {
    const done = { taken: new Set<string>(), removed: new Set<string>(), merged: new Set<string>() };
    const replaced = new Set<string>();
    for (let attempt = 0; attempt < COMPARISONS; attempt++) {
      const comparison = await compare(exchange, options.binding, 'followed');
      assertStillFollows(comparison, options);
      const step = await decide(exchange, comparison, options);
      if (step === null) continue;
      const left = await apply(exchange, comparison, step);
      for (const { path, content, isMerge, keep } of step.changes) {
        if (left.has(path)) continue;
        done[isMerge ? 'merged' : content === null ? 'removed' : 'taken'].add(path);
        if (keep) replaced.add(path);
      }
      if (left.size > 0) continue;
      const local = having(comparison.files, 'send', 'remove-there').map(({ path }) => path);
      return {
        taken: [...done.taken],
        removed: [...done.removed],
        replaced: [...replaced],
        merged: [...done.merged],
        conflicts: step.conflicts,
        local: local.filter((path) => !done.taken.has(path)),
      };
    }
    throw neverStill();
  });
}

interface LocalChange extends FileChange {
  /** Fingerprint of the exchanged version, once the change is done. */
  readonly base: string | null;
  readonly isMerge: boolean;
}

interface Step {
  readonly changes: readonly LocalChange[];
  readonly conflicts: readonly Conflict[];
  /** Contents to keep as the base of the next exchange. */
  readonly contents: readonly string[];
}

/** @returns null when the service's files have changed meanwhile */
async function decide(exchange: Exchange, comparison: Comparison, { force }: PullOptions): Promise<Step | null> {
  const { files, tree, local } = comparison;
  const wanted = having(files, 'take', 'conflict', ...(force ? (['remove-there'] as const) : []));
  const paths = wanted.filter(({ remote }) => remote !== null).map(({ path }) => path);
  const contents = await exchange.remote.contents(tree, paths);
  if (contents === null) return null;
  const examined = await examineConflicts(exchange, comparison, contents);
  const toTake = (file: PlannedFile, keep: boolean): LocalChange => ({
    path: file.path,
    content: contents.get(file.path) ?? null,
    expected: file.local,
    keep,
    base: file.remote,
    isMerge: false,
  });
  const merges = examined.flatMap(({ file, merged }): LocalChange[] =>
    merged === null ? [] : [{ ...toTake(file, false), content: merged, isMerge: true }],
  );
  const conflicts = examined.filter(({ merged }) => merged === null);
  const taken = having(wanted, 'take', 'remove-there').concat(having(files, 'remove-here'));
  return {
    changes: [
      ...taken.map((file) => toTake(file, false)),
      ...merges,
      ...(force ? conflicts.map(({ file }) => toTake(file, true)) : []),
    ],
    conflicts: force ? [] : conflicts,
    contents: [...contents.values(), ...having(files, 'same').flatMap(({ path }) => local.get(path) ?? [])],
  };
}

/**
 * Announces the changes, makes them, then notes that they are made.
 * @returns the paths that were left alone
 */
async function apply(
  { workspace, signal }: Exchange,
  { next, files }: Comparison,
  { changes, contents }: Step,
): Promise<ReadonlySet<string>> {
  signal.throwIfAborted();
  for (const content of contents) await workspace.contents.keep(content);
  const exchanged = new Map(next.base);
  for (const { path, local } of having(files, 'same')) setOrDelete(exchanged, path, local);
  const before: WorkspaceState = { ...next, base: exchanged, pending: new Map(changes.map(announced)) };
  await workspace.writeState(before);
  if (changes.length === 0) return new Set();

  const left = await workspace.changeFiles(changes, signal);
  for (const change of changes) {
    if (!left.has(change.path)) setOrDelete(exchanged, change.path, change.base);
  }
  await workspace.writeState({ ...before, pending: new Map() });
  await workspace.contents.keepOnly(rememberedBy(before));
  return left;
}

const announced = ({ path, content, base }: LocalChange): readonly [string, PendingChange] => [
  path,
  { local: content === null ? null : fingerprintOf(content), base },
];

/** Records the last exchange of a file: its fingerprint, or that there is no file. */
export function setOrDelete(fingerprints: Map<string, string>, path: string, fingerprint: string | null): void {
  if (fingerprint === null) fingerprints.delete(path);
  else fingerprints.set(path, fingerprint);
}
