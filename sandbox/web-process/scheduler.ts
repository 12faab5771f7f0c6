import { attemptAtMostMs, PROFILE_STEPS, type TimeLimits } from '../limits.ts';
import type { Answer, AnswerTo, FromWorker, Task, TimedAnswer } from '../messages/protocol.ts';
import { FairQueue, type QueuedTask } from './fair-queue.ts';
import { isAccused, type Verdict } from './managed-process.ts';
import { type PoolTask, ProcessPool, type ProcessPoolOptions } from './process-pool.ts';
import type { RenderAttempt } from './render-attempt.ts';
import { costOf, type RenderedFor } from './render-job.ts';
import { QUEUE_NAMES, QUEUES, type QueueName } from './roles.ts';
import type { Timing } from './timing.ts';

/** How long tasks may still take when the scheduler closes, milliseconds. */
const CLOSE_MS = 1_000;
const CLOSE_POLL_MS = 10;

/** A task is refused when more processes than this have died that had the task, without its fault. */
const DEATHS_AT_MOST = 5;

/** The process died while it was at this task. `isProven`: it died of this task. */
export class ProcessDied extends Error {
  override name = 'ProcessDied';
  readonly isProven: boolean;

  constructor(isProven: boolean) {
    super('the process of the task died');
    this.isProven = isProven;
  }
}

/** The task waited too long, or was withdrawn. */
export class QueueTimeout extends Error {
  override name = 'QueueTimeout';
}

/** A task of the same owner has ended its process: whoever asked for this task decides again where to run it. */
export class Reconsidered extends Error {
  override name = 'Reconsidered';
}

/** The worker failed at the task, or the scheduler is closing. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

interface Job extends QueuedTask, PoolTask {
  readonly queue: QueueName;
  readonly settle: { resolve(answer: TimedAnswer): void; reject(error: Error): void };
  readonly attempts: RenderAttempt[] | undefined;
  readonly isRefused: () => boolean;
  readonly page: VisitorsPage | undefined;
  readonly heard: RunOptions['heard'];
  /** How many processes have died that had the task. */
  deaths: number;
  /** `Timing.now`: when the task came, and when a worker got it. */
  readonly came: number;
  dispatched: number;
  slot: string;
}

/** A page that a visitor waits for: a worker begins the page in time, or the page is refused. */
export interface VisitorsPage {
  /** Until when, on the pool's clock, milliseconds. */
  readonly beginBy: number;
  /** The last task for the page. */
  task: { readonly isAtWork: boolean } | null;
  /** Its index in the scheduler's list. */
  place: number;
  refuse(): void;
}

interface RunOptions {
  readonly expectedMs?: number;
  readonly waitMs?: number;
  readonly page?: VisitorsPage | undefined;
  readonly attempts?: RenderAttempt[] | undefined;
  readonly isRefused?: () => boolean;
  /** For whom the task is done: its processor time is added there. */
  readonly whose?: RenderedFor | undefined;
  /** Hears the answer in the moment in which it comes. Whoever awaits `run` may get the answers of one worker in another order. */
  readonly heard?: ((answer: Answer, connection: number) => void) | undefined;
}

/** Runs tasks on the workers of the process pool. Each queue has its workers; in a queue each owner has its turn. */
export class Scheduler {
  readonly pool: ProcessPool<Job>;
  readonly limits: TimeLimits;
  readonly #timing: Timing;
  readonly #queues: Readonly<Record<QueueName, FairQueue<Job>>>;
  /** Pages that visitors wait for: a list, for the reason of `BusyMap`. */
  readonly #pages: VisitorsPage[] = [];
  #lastId = 0;
  #isClosing = false;
  /** Milliseconds that finished pages spent on each stretch of their way, and the number of the pages. */
  readonly hops = { queue: 0, to_worker: 0, render: 0, encode: 0, from_worker: 0, pages: 0 };

  constructor(options: ProcessPoolOptions) {
    this.limits = options.limits;
    this.#timing = options.timing;
    this.pool = new ProcessPool<Job>(options, {
      opened: (queue, slot) => this.#queues[queue].open(slot),
      closed: (queue, slot) => void this.#queues[queue].close(slot),
      finished: (job, finished, connection) => this.#noteFinished(job, finished, connection),
      lost: (lost) => this.#retryLost(lost),
      checked: () => this.#refuseLate(),
    });
    this.#queues = eachQueue((name) => {
      const slots = this.pool.slots.filter(({ queue }) => queue === name);
      return new FairQueue<Job>(
        slots.map((slot) => slot.name),
        { aheadMs: QUEUES[name].aheadMs, dispatch: (job, slot) => this.#dispatch(job, slot) },
      );
    });
  }

  /** Tasks that wait for a worker, by queue. */
  get waiting(): Readonly<Record<QueueName, number>> {
    return eachQueue((name) => this.#queues[name].waiting);
  }

  /**
   * Runs a task when its turn comes, and again elsewhere when its process dies before the task has begun.
   * @param owner whose task it is
   * @param expectedMs expected processor time, milliseconds
   * @param waitMs how long the task waits for a worker, milliseconds; `queueMs` of the limits at most
   * @param page the page that needs the task: once the page is refused, the task is not done
   * @param attempts gets what a worker has done
   * @param isRefused whether the task is not wanted any more: asked before the task is queued again
   * @param heard must not throw
   * @throws ProcessDied, Reconsidered, QueueTimeout, TaskFailed
   */
  run<T extends Task>(
    queue: QueueName,
    owner: string,
    task: T,
    {
      expectedMs = 0,
      waitMs = this.limits.queueMs,
      page,
      attempts,
      isRefused = () => false,
      whose,
      heard,
    }: RunOptions = {},
  ): Promise<TimedAnswer<AnswerTo<T>>> {
    if (this.#isClosing) return Promise.reject(new TaskFailed(CLOSING));
    if (this.#isTooLate(page)) return Promise.reject(new QueueTimeout('the page would begin too late'));
    const refusedAt = Math.min(this.pool.clock + waitMs, page?.beginBy ?? Number.POSITIVE_INFINITY);
    return new Promise((resolve, reject) => {
      const job: Job = {
        id: ++this.#lastId,
        owner,
        queue,
        expectedMs,
        task,
        atMostMs: atMostMsOf(task),
        // A worker answers each kind of task with its own kind of answer.
        settle: { resolve: (answer) => resolve(answer as TimedAnswer<AnswerTo<T>>), reject },
        attempts,
        isRefused,
        page,
        whose,
        heard,
        isAtWork: false,
        deaths: 0,
        slot: '',
        refusedAt,
        refusedAtUnlessOpen: refusedAt + this.#startMs(queue, page),
        came: this.#timing.now(),
        dispatched: 0,
      };
      if (page) page.task = job;
      this.#queues[queue].enqueue(job);
      this.pool.need(queue);
    });
  }

  /**
   * Renders a page that a visitor waits for, where a worker begins the page within `beginMs` of the limits.
   * @param render goes on after the visitor was refused, so that the end of a task at work is noted
   * @throws QueueTimeout when no worker has begun in time; what `render` throws
   */
  async inTime<T>(render: (page: VisitorsPage) => Promise<T>): Promise<T> {
    const { promise: refusal, reject } = Promise.withResolvers<never>();
    const page: VisitorsPage = {
      beginBy: this.pool.clock + this.limits.beginMs,
      task: null,
      place: this.#pages.length,
      refuse: () => reject(new QueueTimeout('the page did not begin in time')),
    };
    this.#pages.push(page);
    try {
      return await Promise.race([render(page), refusal]);
    } finally {
      this.#forget(page);
    }
  }

  /** Removes a page; the last one takes its place in the list. */
  #forget({ place }: VisitorsPage): void {
    const last = this.#pages.pop();
    if (!last || last.place === place) return;
    last.place = place;
    this.#pages[place] = last;
  }

  /** Refuses what an owner has waiting to be compiled or rendered. */
  withdraw(owner: string): void {
    for (const name of ['fast', 'slow', 'idle', 'compile'] as const) {
      for (const job of this.#queues[name].withdraw(owner))
        job.settle.reject(new QueueTimeout(`${owner} is withdrawn`));
    }
  }

  /** Takes no more tasks, waits for the others, ends the processes. @param withinMs how long it waits, milliseconds */
  async close(withinMs = CLOSE_MS): Promise<void> {
    this.#isClosing = true;
    this.pool.stopReplacing();
    const { now, sleep } = this.#timing;
    for (const deadline = now() + withinMs; now() < deadline && this.#isBusy; ) await sleep(CLOSE_POLL_MS);
    for (const queue of Object.values(this.#queues)) this.#refuse(queue.withdrawLate(Number.POSITIVE_INFINITY));
    await this.pool.close();
  }

  /** Whether a task is under way, or waits for a worker. */
  get #isBusy(): boolean {
    return this.pool.isBusy || Object.values(this.waiting).some((waiting) => waiting > 0);
  }

  #dispatch(job: Job, slot: string): void {
    job.dispatched = this.#timing.now();
    job.slot = slot;
    this.pool.assign(job, slot);
  }

  #noteFinished(job: Job, finished: FromWorker, connection: number): void {
    if ('failed' in finished) job.settle.reject(new TaskFailed(finished.failed));
    else {
      job.heard?.(finished.answer, connection);
      const received = this.#timing.now();
      if (finished.answer.outcome === 'page') this.#noteHops(job, finished, received);
      if (job.whose?.tally) job.whose.tally.cpuMs += costOf(finished.times, received - job.dispatched);
      job.attempts?.push(attemptOf(job, finished, received));
      job.settle.resolve(finished);
    }
    const isWarm = 'answer' in finished && finished.answer.outcome !== 'missing';
    this.#queues[job.queue].finish(job, job.slot, isWarm);
  }

  #noteHops({ came, dispatched }: Job, { times }: TimedAnswer, received: number): void {
    this.hops.pages++;
    this.hops.queue += dispatched - came;
    this.hops.to_worker += times.began - dispatched;
    this.hops.render += times.rendered - times.began;
    this.hops.encode += times.ready - times.rendered;
    this.hops.from_worker += received - times.ready;
  }

  /** A process has ended: queues its tasks again, in front, except those that may have ended the process, and tasks of their owners. */
  #retryLost(lost: readonly { readonly task: Job; readonly verdict: Verdict }[]): void {
    const blamed = new Set<string>();
    for (const { task, verdict } of lost) {
      if (!isAccused(verdict)) continue;
      // The worker cannot tell the task's processor time any more: the time at the worker counts.
      if (verdict === 'to-blame' && task.whose?.tally) task.whose.tally.cpuMs += this.#timing.now() - task.dispatched;
      blamed.add(task.owner);
      for (const waiting of this.#queues[task.queue].withdraw(task.owner)) waiting.settle.reject(new Reconsidered());
    }
    // Backwards, so that the first stands in front at the end.
    for (const { task, verdict } of lost.toReversed()) {
      const { settle, owner, queue } = task;
      task.isAtWork = false;
      if (this.#isClosing) settle.reject(new TaskFailed(CLOSING));
      else if (isAccused(verdict)) settle.reject(new ProcessDied(verdict === 'to-blame'));
      else if (verdict === 'starved') settle.reject(new QueueTimeout('its worker got no processor'));
      else if (blamed.has(owner) || task.isRefused() || this.#isTooLate(task.page)) settle.reject(new Reconsidered());
      else if (++task.deaths > DEATHS_AT_MOST) settle.reject(new QueueTimeout('process after process died'));
      else this.#queues[queue].enqueue(task, true);
    }
  }

  #isTooLate(page: VisitorsPage | undefined): boolean {
    return page !== undefined && page.beginBy < this.pool.clock;
  }

  /** How much longer a task waits while a process starts for it, milliseconds; no longer for a process that only idle processors start, where a visitor waits. */
  #startMs(queue: QueueName, page: VisitorsPage | undefined): number {
    return page && queue === 'idle' ? 0 : this.#processStartMs;
  }

  get #processStartMs(): number {
    const { startMs, queueMs } = this.limits;
    return startMs - queueMs;
  }

  #refuseLate(): void {
    const { clock } = this.pool;
    for (const queue of Object.values(this.#queues)) this.#refuse(queue.withdrawLate(clock));
    const isStarting = (['fast', 'slow', 'compile'] as const).some((name) => {
      const queue = this.#queues[name];
      return !queue.isOpen && queue.waiting > 0;
    });
    const late = clock - (isStarting ? this.#processStartMs : 0);
    for (const { beginBy, task, refuse } of this.#pages) if (beginBy < late && !task?.isAtWork) refuse();
  }

  #refuse(jobs: readonly Job[]): void {
    for (const { settle } of jobs)
      settle.reject(this.#isClosing ? new TaskFailed(CLOSING) : new QueueTimeout('no worker was free in time'));
  }
}

const CLOSING = 'the sandbox is closing';

function attemptOf(
  { queue, slot, task, came, dispatched }: Job,
  { answer, times }: TimedAnswer,
  received: number,
): RenderAttempt {
  const { began, rendered, ready } = times;
  const isCold = task.kind === 'render' && task.theme.data !== undefined;
  const stretches = { came, dispatched, began, rendered, ready, received };
  return { queue, worker: slot, outcome: answer.outcome, isCold, ...stretches };
}

/** Milliseconds. */
function atMostMsOf(task: Task): number {
  switch (task.kind) {
    case 'render':
      // A worker that lacks the theme, and does not get it with the task, asks for it at once.
      return attemptAtMostMs(task.timeMs, { isSlice: task.isSlice, isWarm: !task.theme.data });
    case 'profile':
      return PROFILE_STEPS * task.timeMs;
    default:
      return task.timeMs;
  }
}

const eachQueue = <T>(of: (name: QueueName) => T): Record<QueueName, T> =>
  Object.fromEntries(QUEUE_NAMES.map((name) => [name, of(name)])) as Record<QueueName, T>;
