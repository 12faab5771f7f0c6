import type { Piscina } from 'piscina';
import { Semaphore } from '../../concurrency/semaphore.ts';
import { startThread, THREADS, type ThreadName } from './workers.ts';

/** Timers end so much too early: what is left of a time then is no time, milliseconds. */
const LEAST_MS = 2;

/** Thrown where a thread was ended at its task, because that took too long or too much memory. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded';
  readonly by: 'time' | 'memory';

  constructor(by: ThreadEnded['by']) {
    super(by);
    this.by = by;
  }
}

/** The time that tasks have, milliseconds. */
interface TaskTime {
  /** One task. */
  readonly each: number;
  /** All tasks of one piece of work; each task takes its own from it. */
  left: number;
}

/** What a thread is given. */
interface Given<Task> {
  readonly task: Task;
  readonly transferList?: ArrayBuffer[];
}

/** A thread that does one task after the other, each only so long, while only so many wait (`THREADS`). The task after an ended one starts another thread. */
export class BoundedThread<Task, Result> {
  readonly #pool: Piscina<Task, Result>;
  readonly #withinMs: number;
  readonly #turns: Semaphore;
  readonly #first: Task | undefined;

  /** @param first a task of no work that is done before each, so that the start of the thread does not count */
  constructor(name: ThreadName, first?: Task) {
    const { withinMs, waiting } = THREADS[name];
    this.#pool = startThread(name);
    this.#withinMs = withinMs;
    this.#turns = new Semaphore(1, waiting);
    this.#first = first;
  }

  /**
   * Has the thread do a task.
   * @param give makes the task when its turn has come
   * @throws ThreadEnded; QueueFull; what the task throws
   */
  run(give: () => Given<Task>, time: TaskTime = { each: this.#withinMs, left: this.#withinMs }): Promise<Result> {
    return this.#turns.run(async () => {
      if (this.#first !== undefined) await this.#pool.run(this.#first);
      const ms = Math.min(time.each, time.left);
      if (ms < LEAST_MS) throw new ThreadEnded('time');
      const { task, transferList = [] } = give();
      const late = AbortSignal.timeout(Math.ceil(ms));
      const began = performance.now();
      try {
        return await this.#pool.run(task, { signal: late, transferList });
      } catch (error) {
        if (late.aborted) throw new ThreadEnded('time');
        throw (error as { code?: unknown } | null)?.code === OUT_OF_MEMORY ? new ThreadEnded('memory') : error;
      } finally {
        time.left -= performance.now() - began;
      }
    });
  }

  /** The same; null where the thread was ended. */
  async tryTo(give: () => Given<Task>, time?: TaskTime): Promise<Result | null> {
    try {
      return await this.run(give, time);
    } catch (error) {
      if (error instanceof ThreadEnded) return null;
      throw error;
    }
  }

  /** Ends the thread. */
  close(): Promise<void> {
    return this.#pool.destroy();
  }
}

const OUT_OF_MEMORY = 'ERR_WORKER_OUT_OF_MEMORY';
