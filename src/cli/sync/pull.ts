import { Absences } from './absences.ts';
import { carryOut, type LocalChange } from './carry-out.ts';
import {
  assertStillFollows,
  type Comparison,
  type Conflict,
  compare,
  type Exchange,
  type ExchangeTarget,
  examineConflicts,
  untilStill,
} from './compare.ts';
import { having, type PlannedFile } from './plan.ts';

export interface PullOptions extends ExchangeTarget {
  /** The option `--forcer`: takes the service's version of conflicts and of files that were removed here; local versions go to the trash. */
  readonly force: boolean;
}

/** What a pull has done, by path. */
export interface PullReport {
  readonly taken: readonly string[];
  readonly removed: readonly string[];
  /** Files of `taken` and `removed` whose changed local version is in the trash now. */
  readonly replaced: readonly string[];
  /** Files in which both changes are now; they wait to be pushed. */
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
  const { absences = new Absences() } = options;
  return workspace.exclusively(signal, async () => {
    const done = { taken: new Set<string>(), removed: new Set<string>(), merged: new Set<string>() };
    const replaced = new Set<string>();
    return untilStill(async () => {
      const comparison = await compare(exchange, options.binding, 'followed');
      assertStillFollows(comparison, options);
      if (await absences.doubt(comparison.files, ['conflict'], signal)) return null;
      const step = await decide(exchange, comparison, options);
      if (step === null) return null;
      const left = await carryOut(exchange, comparison, step);
      for (const { path, content, isMerge, keep } of step.changes) {
        if (left.has(path)) continue;
        done[isMerge ? 'merged' : content === null ? 'removed' : 'taken'].add(path);
        if (keep) replaced.add(path);
      }
      if (left.size > 0) return null;
      const local = having(comparison.files, 'send', 'remove-there').map(({ path }) => path);
      return {
        taken: [...done.taken],
        removed: [...done.removed],
        replaced: [...replaced],
        merged: [...done.merged],
        conflicts: step.conflicts,
        local: local.filter((path) => !done.taken.has(path)),
      };
    });
  });
}

interface PulledChange extends LocalChange {
  readonly isMerge: boolean;
}

interface Pulled {
  readonly changes: readonly PulledChange[];
  readonly conflicts: readonly Conflict[];
  /** Contents to keep as the base of the next exchange. */
  readonly contents: readonly string[];
}

/** @returns null when the service's files have changed meanwhile */
async function decide(exchange: Exchange, comparison: Comparison, { force }: PullOptions): Promise<Pulled | null> {
  const { files, state } = comparison;
  // Another theme replaces the folder's theme, or a killed command has begun to: the service may no longer have the replaced texts.
  const isMove = state !== null && (state.theme.id !== comparison.next.theme.id || state.pending.size > 0);
  const wanted = having(files, 'take', 'conflict', ...(force ? (['remove-there'] as const) : []));
  const examined = await examineConflicts(exchange, comparison, wanted);
  if (examined === null) return null;
  const { contents } = examined;
  const toTake = (file: PlannedFile, keep: boolean): PulledChange => ({
    path: file.path,
    content: contents.get(file.path) ?? null,
    expected: file.local,
    keep,
    base: file.remote,
    isMerge: false,
  });
  const merges = examined.conflicts.flatMap(({ file, merged }): PulledChange[] =>
    merged === null ? [] : [{ ...toTake(file, false), content: merged, isMerge: true }],
  );
  const conflicts = examined.conflicts.filter(({ merged }) => merged === null);
  const taken = having(wanted, 'take', 'remove-there').concat(having(files, 'remove-here'));
  return {
    changes: [
      ...taken.map((file) => toTake(file, isMove && file.local !== null)),
      ...merges,
      ...(force ? conflicts.map(({ file }) => toTake(file, true)) : []),
    ],
    conflicts: force ? [] : conflicts,
    contents: [...contents.values()],
  };
}
