import type { Piscina } from 'piscina';

/** Timers end so much too early: what is left of a time then is no time, milliseconds. */
const LEAST_MS = 2;

/**
 * Has a thread do one task, and ends the thread when that takes too long or too much memory; the next task starts another one.
 * @param ms milliseconds; the start of the thread does not count when it has done something before
 * @returns null when it was ended
 */
export async function inTime<Task, Result>(
  thread: Piscina<Task, Result>,
  task: Task,
  ms: number,
): Promise<Result | null> {
  if (ms < LEAST_MS) return null;
  const late = AbortSignal.timeout(Math.ceil(ms));
  try {
    return await thread.run(task, { signal: late });
  } catch (error) {
    if (late.aborted || isOutOfMemory(error)) return null;
    throw error;
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
