import { Semaphore } from '../../../concurrency/semaphore.ts';
import { startThread } from '../../workers/workers.ts';
import type { Comparison, ComparisonTask, PageToCompare } from './comparison.ts';

/** How long the comparison of two pages may take, its thread's start included, milliseconds. */
const WITHIN_MS = 5_000;
/** Comparisons that wait: more than all rehearsals have under way. */
const WAITING = 64;

/** Compares pages in a thread, one after the other. */
export class PageComparer {
  readonly #thread = startThread<ComparisonTask, Comparison>('rehearsalComparison');
  readonly #turns = new Semaphore(1, WAITING);

  /** @returns null when it took too long, or too much memory */
  compare({ before, after, ...rest }: ComparisonTask): Promise<Comparison | null> {
    return this.#turns.run(async () => {
      // A body may be a part of a larger piece of memory, which would be copied as a whole.
      const task = { ...rest, before: before && copied(before), after: after && copied(after) };
      const pages = [task.before, task.after].filter((page) => page !== null);
      try {
        return await this.#thread.run(task, {
          transferList: pages.map(({ body }) => body.buffer as ArrayBuffer),
          signal: AbortSignal.timeout(WITHIN_MS),
        });
      } catch {
        // The thread has ended; the next comparison starts another one.
        return null;
      }
    });
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.destroy();
  }
}

const copied = ({ body, themeId }: PageToCompare): PageToCompare => ({ body: Uint8Array.from(body), themeId });
