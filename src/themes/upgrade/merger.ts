import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../../../concurrency/semaphore.ts';
import { fullAs, transfersBusy } from '../../errors.ts';
import { MERGE_LIMITS, type MergeLimits } from '../../merge/limits.ts';
import { inTime } from '../../workers/in-time.ts';
import { startThread } from '../../workers/workers.ts';
import type { MergedFile, MergeTask } from './thread.ts';

/** Files of all sites that wait for the thread. */
const WAITING_FILES = 256;
/** Upgrades of one site that wait: each reads a whole theme. */
const WAITING_PER_SITE = 4;
/** Sites of which something is remembered; when a site is forgotten, two of its upgrades may run at once. */
const REMEMBERED_SITES = 1_000;

/** After an upgrade that took the thread so long, milliseconds, the next one of its site waits three times as long as it took. */
const SLOW_MS = 1_000;
const REST = 3;

const NOTHING: MergeTask = { path: 'assets/a.css', versions: { base: '', mine: '', theirs: '' }, choice: 'mine' };

/** Merges files of themes in a thread, one at a time, and each only so long. */
export class UpgradeMerger {
  readonly #thread = startThread<MergeTask, MergedFile>('themeMerge');
  readonly #turns = new Semaphore(1, WAITING_FILES);
  readonly #limits: MergeLimits;
  readonly #ofSite = new LRUCache<string, Semaphore>({
    max: REMEMBERED_SITES,
    memoMethod: () => new Semaphore(1, WAITING_PER_SITE),
  });

  /** Until when a site's next upgrade waits, milliseconds as `performance.now` counts. */
  readonly #rests = new LRUCache<string, number>({ max: REMEMBERED_SITES });

  constructor(limits = MERGE_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Does the work of one upgrade when no other one of its site is under way.
   * @param work is given a function that merges a file; null for one that takes too long
   * @throws MomentaryRefusal when too many wait
   */
  async inTurn<T>(
    siteId: string,
    work: (merge: (task: MergeTask) => Promise<MergedFile | null>) => Promise<T>,
  ): Promise<T> {
    let left = this.#limits.all;
    const merge = (task: MergeTask) =>
      this.#turns.run(async () => {
        // Its start does not count.
        await this.#thread.run(NOTHING);
        const began = performance.now();
        try {
          return await inTime(this.#thread, task, Math.min(left, this.#limits.file));
        } finally {
          left -= performance.now() - began;
        }
      });
    const upgrade = async () => {
      await sleep(Math.max(0, (this.#rests.get(siteId) ?? 0) - performance.now()), undefined, { ref: false });
      try {
        return await work(merge);
      } finally {
        const used = this.#limits.all - left;
        if (used > SLOW_MS) this.#rests.set(siteId, performance.now() + REST * used);
      }
    };
    return this.#ofSite.memo(siteId).run(upgrade).catch(fullAs(transfersBusy));
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.destroy();
  }
}
