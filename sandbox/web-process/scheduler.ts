import { attemptAtMostMs, PROFILE_STEPS, type TimeLimits } from '../limits.ts';
import type { AnswerTo, FromWorker, Task, TimedAnswer } from '../messages/protocol.ts';
import { FairQueue, type QueuedTask } from './fair-queue.ts';
import { isAccused, type Verdict } from './managed-process.ts';
import { type PoolTask, ProcessPool, type ProcessPoolOptions } from './process-pool.ts';
import type { RenderAttempt } from './render-attempt.ts';
import { costOf, type RenderedFor } from './render-job.ts';
import { QUEUE_NAMES, QUEUES, type QueueName } from './roles.ts';
import type { Timing } from './timing.ts';

/** How long tasks may still take when the scheduler closes: who waits for pages has been waited for before, milliseconds. */
const CLOSE_MS = 1_000;
const CLOSE_POLL_MS = 10;

/** How many processes may die while they have a task, of which it is not the reason. */
const DEATHS_AT_MOST = 5;

/** The process died while it worked on this task; and because of it, where that is proven. */
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

/** A task of the same owner has ended its process: where this one is to run has to be decided anew. */
export class Reconsidered extends Error {
  override name = 'Reconsidered';
}

/** The worker refused the task or the scheduler is closing. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

interface Job extends QueuedTask, PoolTask {
  readonly queue: QueueName;
  readonly settle: { resolve(answer: TimedAnswer): void; reject(error: Error): void };
  readonly attempts: RenderAttempt[] | undefined;
  readonly isRefused: () => boolean;
  readonly page: VisitorsPage | undefined;
  /** How many processes died while they had it. */
  deaths: number;
  /** `Timing.now`: when it came, and when a worker got it. */
  readonly came: number;
  dispatched: number;
  slot: string;
}

/** A page that a visitor waits for: it is at work in time, or refused. */
export interface VisitorsPage {
  /** On the pool's clock, milliseconds. */
  readonly beginBy: number;
  /** What was done for it last, or is to be done. */
  task: { readonly isAtWork: boolean } | null;
  /** Its place among those that are waited for. */
  place: number;
  refuse(): void;
}

interface RunOptions {
  readonly expectedMs?: number;
  readonly waitMs?: number;
  readonly page?: VisitorsPage | undefined;
  readonly attempts?: RenderAttempt[] | undefined;
  readonly isRefused?: () => boolean;
  /** For whom it is done, who is told what it took. */
  readonly whose?: RenderedFor | undefined;
}

/** Runs tasks on the workers of the process pool: each queue before its workers, each owner in turn. */
export class Scheduler {
  readonly pool: ProcessPool<Job>;
  readonly limits: TimeLimits;
  readonly #timing: Timing;
  readonly #queues: Readonly<Record<QueueName, FairQueue<Job>>>;
  /** Those that visitors wait for. A list, because V8's tables keep long what comes and goes in them (`BusyMap`). */
  readonly #pages: VisitorsPage[] = [];
  #lastId = 0;
  #isClosing = false;
  /** Milliseconds that finished pages spent on each stretch of their way, and how many those were. */
  readonly hops = { queue: 0, to_worker: 0, render: 0, encode: 0, from_worker: 0, pages: 0 };

  constructor(options: ProcessPoolOptions) {
    this.limits = options.limits;
    this.#timing = options.timing;
    this.pool = new ProcessPool<Job>(options, {
      opened: (queue, slot) => this.#queues[queue].open(slot),
      closed: (queue, slot) => void this.#queues[queue].close(slot),
      finished: (job, finished) => this.#noteFinished(job, finished),
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
   * Runs a task when its turn comes, and again elsewhere when a process dies that had it without working on it.
   * @param owner whose task it is
   * @param expectedMs processor time that it is expected to take, milliseconds
   * @param waitMs how long it waits for a worker, milliseconds; `queueMs` of the limits at most
   * @param page which it is done for: where no worker can come to it in time, it is not done
   * @param attempts takes what a worker has done with it
   * @param isRefused whether the task is not to be done any more: asked before it is queued again
   * @throws ProcessDied when the process that worked on it did; Reconsidered, QueueTimeout, TaskFailed
   */
  run<T extends Task>(
    queue: QueueName,
    owner: string,
    task: T,
    { expectedMs = 0, waitMs = this.limits.queueMs, page, attempts, isRefused = () => false, whose }: RunOptions = {},
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
   * Renders a page that a visitor waits for, if it is at work within `beginMs` of the limits.
   * @param render goes on when the visitor has been refused, with what is at work then: what that does to its process is still to be noted
   * @throws QueueTimeout when it is not at work in time; what `render` throws
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

  /** The last takes its place. */
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

  /** Takes no more tasks, gives the others a moment, ends the processes. @param withinMs that moment, milliseconds */
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

  #noteFinished(job: Job, finished: FromWorker): void {
    if ('failed' in finished) job.settle.reject(new TaskFailed(finished.failed));
    else {
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

  /** Tasks that did not end their process are queued again, in front; where a task did, others of its owner do not follow it to the next. */
  #retryLost(lost: readonly { readonly task: Job; readonly verdict: Verdict }[]): void {
    const blamed = new Set<string>();
    for (const { task, verdict } of lost) {
      if (!isAccused(verdict)) continue;
      // It told nothing of its time; so long it was at its worker.
      if (verdict === 'to-blame' && task.whose?.tally) task.whose.tally.cpuMs += this.#timing.now() - task.dispatched;
      blamed.add(task.owner);
      for (const waiting of this.#queues[task.queue].withdraw(task.owner)) waiting.settle.reject(new Reconsidered());
    }
    // The first comes to stand in front.
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

  /** How much longer a task waits while a process starts for it, milliseconds. A visitor does not wait until there are idle processors to start with. */
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
      // A worker that does not have the theme, and is not brought it, asks for it at once.
      return attemptAtMostMs(task.timeMs, { isSlice: task.isSlice, isWarm: !task.theme.data });
    case 'profile':
      return PROFILE_STEPS * task.timeMs;
    default:
      return task.timeMs;
  }
}

const eachQueue = <T>(of: (name: QueueName) => T): Record<QueueName, T> =>
  Object.fromEntries(QUEUE_NAMES.map((name) => [name, of(name)])) as Record<QueueName, T>;
