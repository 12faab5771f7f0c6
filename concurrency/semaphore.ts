import { LRUCache } from 'lru-cache';
import { atMost } from './at-most.ts';
import { QueueFull } from './queue-full.ts';

/**
 * A counting semaphore with a bounded queue: a few pieces of work run at once; more wait for a permit, in the order in which
 * they came; when the queue is full, work is refused.
 */
export class Semaphore {
  readonly #queueLength: number;
  #permits: number;
  readonly #queue: (() => void)[] = [];

  /** @param permits pieces of work that run at once @param queueLength pieces of work that wait, at most */
  constructor(permits: number, queueLength: number) {
    this.#permits = permits;
    this.#queueLength = queueLength;
  }

  /**
   * @param signal takes the work out of the queue; what has begun goes on
   * @throws QueueFull without having begun; the reason of the signal; whatever the work throws
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#permits > 0) this.#permits--;
    else if (this.#queue.length < this.#queueLength) await this.#wait(signal);
    else throw new QueueFull();
    try {
      return await work();
    } finally {
      // The permit goes directly to the next in the queue, so that new work cannot overtake it.
      const next = this.#queue.shift();
      if (next) next();
      else this.#permits++;
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#queue.splice(this.#queue.indexOf(begin), 1);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#queue.push(begin);
    });
  }
}

/** How many owners have a semaphore in memory; of an owner that was forgotten twice as many pieces of work may run at once. */
const REMEMBERED = 1_000;

/** Runs one piece of work of each owner at a time, or a few. */
export class TurnsOfEach {
  readonly #of: LRUCache<string, Semaphore>;

  /** @param waiting pieces of work of one owner that wait, at most @param atOnce pieces of work of one owner that run at once */
  constructor(waiting: number, atOnce = 1) {
    this.#of = new LRUCache({ ...atMost(REMEMBERED), memoMethod: () => new Semaphore(atOnce, waiting) });
  }

  /** As `Semaphore`. */
  run<T>(who: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#of.memo(who).run(work, signal);
  }
}
