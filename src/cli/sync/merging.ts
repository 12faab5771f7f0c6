import { MERGE_LIMITS } from '../../merge/limits.ts';
import { type Changed, type Outcome, wholeConflict } from '../../merge/reconcile.ts';
import { inTime } from '../../workers/in-time.ts';

async function startMerging() {
  const { startThread } = await import('../../workers/workers.ts');
  return startThread<Changed, Outcome>('fileMerge');
}

/** One thread for the process; it does not keep the process alive. */
let thread: ReturnType<typeof startMerging> | null = null;

const NOTHING: Changed = { path: '', base: null, mine: null, theirs: null };

/**
 * Merges files in a thread, one after the other: texts of the service may be a stranger's. A file that takes too long is a conflict as a
 * whole, and so are the files after it when all together take too long.
 * @returns in the order of the files
 */
export async function reconcileAll(files: readonly Changed[], limits = MERGE_LIMITS): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  let left = limits.all;
  for (const file of files) {
    const { base, mine, theirs } = file;
    if (mine === null || theirs === null) {
      outcomes.push({ kind: theirs === null ? 'removed-elsewhere' : 'changed-elsewhere' });
      continue;
    }
    thread ??= startMerging();
    const merging = await thread;
    // The start of the thread does not count.
    await merging.run(NOTHING);
    const began = performance.now();
    const outcome = await inTime(merging, file, Math.min(left, limits.file));
    left -= performance.now() - began;
    outcomes.push(outcome ?? wholeConflict({ base: base ?? '', mine, theirs }));
  }
  return outcomes;
}
