import { MERGE_LIMITS } from '../../merge/limits.ts';
import { type Changed, type Outcome, wholeConflict } from '../../merge/reconcile.ts';

const NOTHING: Changed = { path: '', base: null, mine: null, theirs: null };

async function startMerging() {
  const { BoundedThread } = await import('../../workers/bounded-thread.ts');
  return new BoundedThread<Changed, Outcome>('fileMerge', NOTHING);
}

/** One thread for the process; it does not keep the process alive. */
let thread: ReturnType<typeof startMerging> | null = null;

/**
 * Merges files in a thread, one after the other: texts of the service may be a stranger's. A file that takes too long is a conflict as a
 * whole, and so are the files after it when all together take too long.
 * @returns in the order of the files
 */
export async function reconcileAll(files: readonly Changed[], limits = MERGE_LIMITS): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const time = { each: limits.file, left: limits.all };
  for (const task of files) {
    const { base, mine, theirs } = task;
    if (mine === null || theirs === null) {
      outcomes.push({ kind: theirs === null ? 'removed-elsewhere' : 'changed-elsewhere' });
      continue;
    }
    thread ??= startMerging();
    const outcome = await (await thread).tryTo(() => ({ task }), time);
    outcomes.push(outcome ?? wholeConflict({ base: base ?? '', mine, theirs }));
  }
  return outcomes;
}
