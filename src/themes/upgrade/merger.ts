import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../concurrency/at-most.ts';
import { TurnsOfEach } from '../../../concurrency/semaphore.ts';
import type { Actor } from '../../accounts/members.ts';
import { fullAs, transfersBusy } from '../../errors.ts';
import { MERGE_LIMITS } from '../../merge/limits.ts';
import { BoundedThread } from '../../workers/bounded-thread.ts';
import type { MergedFile, MergeTask } from './thread.ts';

/** How many upgrades of one site, and of one account, may wait: each reads a whole theme. */
const WAITING = 4;
/** How many waiting times are remembered. */
const REMEMBERED = 1_000;

/** After an upgrade that used the thread for longer, milliseconds, the next upgrade of the site, and of the account, waits three times as long. */
const SLOW_MS = 1_000;
const REST = 3;

const NOTHING: MergeTask = { path: 'assets/a.css', versions: { base: '', mine: '', theirs: '' }, choice: 'mine' };

/** Merges files of themes in a thread, one at a time, each with a time limit. */
export class UpgradeMerger {
  readonly #thread = new BoundedThread<MergeTask, MergedFile>('themeMerge', NOTHING);
  readonly #limits: typeof MERGE_LIMITS;
  readonly #upgrades = new TurnsOfEach(WAITING);
  /** Until when the next upgrade of a site, or an account, waits, milliseconds as `performance.now` counts. */
  readonly #rests = new LRUCache<string, number>(atMost(REMEMBERED));

  constructor(limits = MERGE_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Does one upgrade when no other upgrade of its site or its account is running.
   * @param work gets a function that merges a file, and that answers null when the merge takes too long
   * @throws MomentaryRefusal when too many wait
   */
  async inTurn<T>(
    { siteId, accountId }: Actor,
    work: (merge: (task: MergeTask) => Promise<MergedFile | null>) => Promise<T>,
  ): Promise<T> {
    const { file, all } = this.#limits;
    const time = { each: file, left: all };
    const whose = [siteId, accountId];
    const upgrade = async () => {
      const until = Math.max(...whose.map((id) => this.#rests.get(id) ?? 0));
      await sleep(Math.max(0, until - performance.now()), undefined, { ref: false });
      try {
        return await work((task) => this.#thread.tryTo(() => ({ task }), time));
      } finally {
        const used = all - time.left;
        for (const id of used > SLOW_MS ? whose : []) this.#rests.set(id, performance.now() + REST * used);
      }
    };
    const ofSite = () => this.#upgrades.run(siteId, upgrade);
    return this.#upgrades.run(accountId, ofSite).catch(fullAs(transfersBusy));
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}
