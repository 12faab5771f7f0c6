import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { preferredPlace } from './affinity.ts';
import type { GuestBundles } from './guest-bundle.ts';
import { HEDGE_AFTER_MS, HEDGE_BELOW_PENDING, RENDER_PROCESSES, WATCHDOG_GRACE_MS } from './limits.ts';
import type { Answer, AnswerTo, FromRenderProcess, Task, ToRenderProcess } from './protocol.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RENDER_PROCESS = fileURLToPath(new URL('render-process.ts', import.meta.url));

/** Of its own code a render process may read; nothing else is allowed (architecture, Toolchain). */
const PERMISSIONS = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${ROOT}*`,
  '--allow-fs-read=/etc/alpine-release',
  '--no-warnings',
];

/** Pause before a process that died young is replaced, milliseconds. */
const RESTART_PAUSE_MS = 250;
const YOUNG_MS = 2_000;
const DRAIN_POLL_MS = 10;

/** How often the supervisor looks after its processes, milliseconds. */
const ROUND_PERIOD_MS = 50;
/**
 * A process that holds tasks and says nothing for this long, milliseconds, does not even run its watchdog: it is ended from
 * outside.
 */
const SILENCE_MS = RENDER_TIME_MS + 2 * WATCHDOG_GRACE_MS;
/** How long a task waits for any process to be ready, milliseconds. */
const WAIT_AT_MOST_MS = 10_000;

/** Processes may die under a task, by no fault of its own, as often as this. */
const DEATHS_AT_MOST = 5;

/** Two processes died of the task, as far as can be known. */
export class TaskCrashed extends Error {
  override name = 'TaskCrashed';
}

/** The worker refused the task or the supervisor is closing. */
export class TaskFailed extends Error {
  override name = 'TaskFailed';
}

interface Job {
  readonly id: number;
  /** Whose task it is: tasks of one owner go to one process while it is free. */
  readonly owner: string;
  readonly task: Task;
  readonly since: number;
  /** How many processes died while they held it. */
  deaths: number;
  /** How many of those may have died of it. */
  suspicions: number;
  /** Processes that work on it now. */
  holders: number;
  hedged: boolean;
  readonly settle: { resolve(answer: Answer): void; reject(error: Error): void };
}

interface RenderProcess {
  readonly name: string;
  readonly child: ChildProcess;
  readonly since: number;
  readonly held: Map<number, Job>;
  ready: boolean;
  /** When it last answered, or was given a task while it had none. */
  heardAt: number;
}

export interface SupervisorOptions {
  readonly guests: GuestBundles;
  /** Workers in all, shared out among the processes. */
  readonly workers: number;
  readonly themeCache: number;
  readonly log: { warn(details: object, message: string): void };
}

/** Keeps the render processes alive and knows which tasks each of them holds. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  /** Workers of one process. */
  readonly #workersEach: number;
  readonly #processes = new Map<string, RenderProcess>();
  readonly #waiting: Job[] = [];
  readonly #rounds: NodeJS.Timeout;
  #lastId = 0;
  #closing = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#workersEach = Math.ceil(options.workers / RENDER_PROCESSES);
    for (let index = 0; index < RENDER_PROCESSES; index++) this.#start(`rendu-${index}`);
    this.#rounds = setInterval(() => this.#makeRound(), ROUND_PERIOD_MS);
  }

  /** Process ids of the render processes that live now. */
  get pids(): number[] {
    return [...this.#processes.values()].flatMap(({ child }) => child.pid ?? []);
  }

  /**
   * Runs a task in some render process, and again elsewhere when that process dies.
   * @throws TaskCrashed when a second process seems to have died of it; TaskFailed when the worker refused it
   */
  run<T extends Task>(owner: string, task: T): Promise<AnswerTo<T>> {
    if (this.#closing) return Promise.reject(new TaskFailed('the sandbox is closing'));
    return new Promise((resolve, reject) => {
      // A worker answers each kind of task with its own kind of answer.
      const settle = { resolve: (answer: Answer) => resolve(answer as AnswerTo<T>), reject };
      const job = {
        id: ++this.#lastId,
        owner,
        task,
        since: Date.now(),
        deaths: 0,
        suspicions: 0,
        holders: 0,
        hedged: false,
        settle,
      };
      this.#dispatch(job);
    });
  }

  /** Takes no more tasks, lets those under way finish within the time that a render may take, ends the processes. */
  async close(): Promise<void> {
    this.#closing = true;
    clearInterval(this.#rounds);
    for (const job of this.#waiting.splice(0)) job.settle.reject(new TaskFailed('the sandbox is closing'));
    for (const deadline = Date.now() + RENDER_TIME_MS + WATCHDOG_GRACE_MS; Date.now() < deadline; ) {
      if ([...this.#processes.values()].every(({ held }) => held.size === 0)) break;
      await sleep(DRAIN_POLL_MS);
    }
    const exits = [...this.#processes.values()].map(({ child }) => {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return exit;
    });
    await Promise.all(exits);
  }

  #start(name: string): void {
    const child = fork(RENDER_PROCESS, [], {
      execArgv: PERMISSIONS,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const now = Date.now();
    const process: RenderProcess = { name, child, since: now, held: new Map(), ready: false, heardAt: now };
    this.#processes.set(name, process);
    child.on('message', (message: FromRenderProcess) => this.#receive(process, message));
    child.on('error', () => undefined);
    child.once('exit', (code, signal) => this.#bury(process, { code, signal }));
    const { guests, themeCache } = this.#options;
    this.#send(process, { type: 'start', guests, workers: this.#workersEach, themeCache });
  }

  #send({ child }: RenderProcess, message: ToRenderProcess): void {
    // A process that has just died says so by `exit`, which gives its tasks to another.
    if (child.connected) child.send(message, () => undefined);
  }

  #receive(process: RenderProcess, message: FromRenderProcess): void {
    process.heardAt = Date.now();
    if (message.type === 'ready') {
      process.ready = true;
      for (const job of this.#waiting.splice(0).sort(leastSuspectFirst)) this.#dispatch(job);
      return;
    }
    const job = process.held.get(message.id);
    if (!job) return;
    this.#release(job);
    if (message.type === 'answer') job.settle.resolve(message.answer);
    else job.settle.reject(new TaskFailed(message.reason));
  }

  /** Gives the job to the process that its owner's jobs prefer, unless another owner's job holds that one up. */
  #dispatch(job: Job): void {
    const ready = [...this.#processes.values()].filter((process) => process.ready && !process.held.has(job.id));
    const first = preferredPlace(job.owner, ready);
    if (!first) {
      if (job.holders === 0) this.#waiting.push(job);
      return;
    }
    this.#hand(job, ready.length > 1 && this.#isHeldUp(first, job.owner) ? quietest(ready) : first);
  }

  #hand(job: Job, process: RenderProcess): void {
    if (process.held.size === 0) process.heardAt = Date.now();
    process.held.set(job.id, job);
    job.holders++;
    this.#send(process, { type: 'task', id: job.id, task: job.task });
  }

  #release(job: Job): void {
    for (const { held } of this.#processes.values()) held.delete(job.id);
  }

  #isHeldUp({ held }: RenderProcess, owner: string): boolean {
    const now = Date.now();
    for (const job of held.values()) if (job.owner !== owner && now - job.since > HEDGE_AFTER_MS) return true;
    return false;
  }

  #makeRound(): void {
    const now = Date.now();
    for (const { child, held, heardAt } of this.#processes.values()) {
      if (held.size > 0 && now - heardAt > SILENCE_MS) child.kill('SIGKILL');
    }
    while (this.#waiting[0] && now - this.#waiting[0].since > WAIT_AT_MOST_MS) {
      this.#waiting.shift()?.settle.reject(new TaskFailed('no render process is ready'));
    }
    this.#hedge(now);
  }

  /** Renders have no effect outside their answer, so one that waits behind another owner's may be done twice. */
  #hedge(now: number): void {
    for (const process of this.#processes.values()) {
      const [oldest] = process.held.values();
      if (!oldest || now - oldest.since < HEDGE_AFTER_MS) continue;
      const free = [...this.#processes.values()].filter(
        (other) => other !== process && other.ready && other.held.size <= HEDGE_BELOW_PENDING,
      );
      for (const job of process.held.values()) {
        if (job.owner === oldest.owner || job.hedged || now - job.since < HEDGE_AFTER_MS) continue;
        const target = free.find((other) => other.held.size <= HEDGE_BELOW_PENDING && !other.held.has(job.id));
        if (!target) break;
        job.hedged = true;
        this.#hand(job, target);
      }
    }
  }

  #bury(process: RenderProcess, end: { code: number | null; signal: string | null }): void {
    this.#processes.delete(process.name);
    const orphans = [...process.held.values()];
    process.held.clear();
    orphans.forEach((job, position) => {
      job.deaths++;
      job.holders--;
      // Workers take their tasks in order: what ran when the process died is among those that it held longest.
      if (position < this.#workersEach) job.suspicions++;
    });
    for (const job of orphans.sort(leastSuspectFirst)) {
      if (this.#closing) job.settle.reject(new TaskFailed('the sandbox is closing'));
      else if (job.suspicions > 1 || job.deaths > DEATHS_AT_MOST) {
        this.#release(job);
        job.settle.reject(new TaskCrashed(`render processes died on a task of ${job.owner}`));
      } else if (job.holders === 0) this.#dispatch(job);
    }
    if (this.#closing) return;
    this.#options.log.warn({ ...end, tasks: orphans.length }, 'a render process ended and is replaced');
    const pause = Date.now() - process.since < YOUNG_MS ? RESTART_PAUSE_MS : 0;
    setTimeout(() => this.#closing || this.#start(process.name), pause);
  }
}

/** So that a task that kills its process kills it when the others are done. */
const leastSuspectFirst = (a: Job, b: Job) => a.suspicions - b.suspicions;

function quietest(processes: readonly RenderProcess[]): RenderProcess {
  return processes.reduce((least, process) => (process.held.size < least.held.size ? process : least));
}
