/** A piscina worker: merges one file of a theme at a time. Texts of strangers are compared nowhere else. */
import { setPriority } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { Side, Versions } from '../../merge/conflict.ts';
import { mergeFile } from '../../merge/file-merge.ts';
import { type ShownConflicts, shownConflicts } from './conflicts.ts';

/** Lowers the priority of this thread only (Linux has one for each thread): pages of visitors come first. */
const NICENESS = 10;
if (!isMainThread) setPriority(NICENESS);

export interface MergeTask {
  readonly path: string;
  readonly versions: Versions;
  /** Whose text is taken in a conflict. */
  readonly choice: Side;
}

export interface MergedFile {
  readonly text: string;
  readonly conflicts: ShownConflicts;
}

export function mergeThemeFile({ path, versions, choice }: MergeTask): MergedFile {
  const { text, conflicts } = mergeFile(path, versions, choice);
  return { text, conflicts: shownConflicts(conflicts) };
}
