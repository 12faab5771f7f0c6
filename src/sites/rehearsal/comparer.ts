import { BoundedThread } from '../../workers/bounded-thread.ts';
import type { Comparison, ComparisonTask, PageToCompare } from './comparison.ts';

/** Compares pages in a thread, one after the other. */
export class PageComparer {
  readonly #thread = new BoundedThread<ComparisonTask, Comparison>('rehearsalComparison');

  /** @returns null when it took too long, or too much memory */
  compare({ before, after, ...rest }: ComparisonTask): Promise<Comparison | null> {
    return this.#thread.tryTo(() => {
      // A body may be a part of a larger piece of memory, which would be copied as a whole.
      const task = { ...rest, before: before && copied(before), after: after && copied(after) };
      const pages = [task.before, task.after].filter((page) => page !== null);
      return { task, transferList: pages.map(({ body }) => body.buffer as ArrayBuffer) };
    });
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

const copied = ({ body, themeId }: PageToCompare): PageToCompare => ({ body: Uint8Array.from(body), themeId });
