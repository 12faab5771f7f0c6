import { LRUCache } from 'lru-cache';
import { QueueFull } from '../../concurrency/queue-full.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { startThread } from '../workers/workers.ts';
import { articleLinks } from './article-links.ts';

/** Contents up to this length are edited on the main thread: at worst a few milliseconds. Longer ones take up to a tenth of a second. */
const SHORT_UNITS = 8_192;
/** Long contents of one site that wait. */
const WAITING_PER_SITE = 64;
/** Number of sites whose semaphore is kept; when a site's is dropped, two of its contents may be edited at once. */
const REMEMBERED_SITES = 1_000;

/** Edits the links of articles by rule 13; long articles in a thread, one of a site at a time. */
export class LinkEditor {
  readonly #thread = startThread<string, string>('articleLinks');
  readonly #ofSite = new LRUCache<string, Semaphore>({
    max: REMEMBERED_SITES,
    memoMethod: () => new Semaphore(1, WAITING_PER_SITE),
  });

  /** @throws QueueFull when too many long contents of the site wait */
  async edit(siteId: string, content: string): Promise<string> {
    if (content.length <= SHORT_UNITS) return articleLinks(content);
    return this.#ofSite.memo(siteId).run(() => this.#thread.run(content));
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#thread.destroy();
  }
}

/** Whether an error says that too many long contents of a site wait. */
export const isTooManyLong = (error: unknown): boolean => error instanceof QueueFull;
