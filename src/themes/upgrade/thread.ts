/** A piscina worker: merges one file of a theme at a time. No other place compares texts that strangers wrote. */
import { isMainThread } from 'node:worker_threads';
import type { Side, Versions } from '../../merge/conflict.ts';
import { mergeFile } from '../../merge/file-merge.ts';
import { beNicer } from '../../workers/niceness.ts';
import { type ShownConflicts, shownConflicts } from './conflicts.ts';

/** Pages of visitors come first. */
const NICENESS = 10;
if (!isMainThread) beNicer(NICENESS);

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
