import { processMemoryBytes, SPARE_WORKERS, type TimeLimits } from '../limits.ts';
import { type CpuPolicy, IDLE_CPU, NORMAL_CPU } from '../messages/cpu-policy.ts';
import type { FromWorker, Task, WarmThemes } from '../messages/protocol.ts';
import type { AssignedTask } from './assigned-tasks.ts';
import type { End } from './launcher.ts';
import { type EndReason, isAccused, ManagedProcess, type ProcessReport, type Verdict } from './managed-process.ts';
import { namesOf, type RenderedFor } from './render-job.ts';
import type { ProcessSource } from './render-process.ts';
import { RestartBackoff } from './restart-backoff.ts';
import { type QueueName, type Role, rolesFor, slotsOf, type WorkerSlot } from './roles.ts';
import type { Timing } from './timing.ts';

/** Between two health checks of the processes, and between two of their memory, milliseconds. */
const CHECK_EVERY_MS = 50;
const MEMORY_CHECK_EVERY_MS = 1_000;

/** A task for a worker. */
export interface PoolTask extends AssignedTask {
  readonly task: Task;
  /** Id of the theme, or whoever else the task is for. */
  readonly owner: string;
  readonly whose?: RenderedFor | undefined;
}

export interface ProcessPoolOptions {
  /** Closed with the pool. */
  readonly processes: ProcessSource;
  readonly timing: Timing;
  readonly limits: TimeLimits;
  /** Workers for themes whose pages are quick, divided among two processes; as for `rolesFor`. Without one no spare process is kept. */
  readonly workers: number;
  /** What one worker keeps warm at most. */
  readonly warmThemes: WarmThemes;
  /** A process with more memory is replaced, bytes; `processMemoryBytes` when left out. */
  readonly memoryBytes?: number | undefined;
  readonly log: { warn(details: object, message: string): void };
}

interface ProcessPoolEvents<J extends PoolTask> {
  /** A slot has a worker that takes tasks, or has none any more. */
  opened(queue: QueueName, slot: string): void;
  closed(queue: QueueName, slot: string): void;
  finished(job: J, finished: FromWorker, connection: number): void;
  /** A process has ended. @param lost its tasks, the oldest first, with what the end says of each */
  lost(lost: readonly { readonly task: J; readonly verdict: Verdict }[]): void;
  /** Every `CHECK_EVERY_MS`. */
  checked(): void;
}

/** Keeps a process for each role that is needed, and a spare; replaces processes that die, hang or grow; hands tasks to their workers. */
export class ProcessPool<J extends PoolTask> {
  readonly #options: ProcessPoolOptions;
  readonly #events: ProcessPoolEvents<J>;
  readonly #roles: readonly Role[];
  /** The slots of all roles, also of roles without a process. */
  readonly slots: readonly WorkerSlot[];
  readonly #processes = new Set<ManagedProcess<J>>();
  /** By the names of their roles. */
  readonly #byRole = new Map<string, ManagedProcess<J>>();
  readonly #toReplace = new Map<ManagedProcess<J>, EndReason>();
  /** When a task last came for a role on demand that is needed, by the role's name. */
  readonly #neededAt = new Map<string, number>();
  readonly #endTimers: (() => void)[];
  #clock = 0;
  #lastCheck: number;
  readonly #backoff = new RestartBackoff();
  #isClosing = false;
  /** What is counted from the start on. */
  readonly counts = {
    deaths: 0,
    ended: { deadline: 0, starved: 0, silence: 0, start: 0, memory: 0, restart: 0 },
    coldStartsOfTheGone: 0,
  };

  constructor(options: ProcessPoolOptions, events: ProcessPoolEvents<J>) {
    this.#options = options;
    this.#events = events;
    this.#roles = rolesFor(options.workers);
    this.slots = this.#roles.flatMap(slotsOf);
    this.#lastCheck = options.timing.now();
    this.#launchMissing();
    this.#endTimers = [
      options.timing.every(CHECK_EVERY_MS, () => this.#check()),
      options.timing.every(MEMORY_CHECK_EVERY_MS, () => this.#checkMemory()),
    ];
  }

  /** Milliseconds, as of the last check. The clock stands still while this process does: nothing is late because the machine stood still. */
  get clock(): number {
    return this.#clock;
  }

  /** Process ids of the render processes that live now. */
  get pids(): number[] {
    return [...this.#processes].flatMap(({ process }) => process.pid ?? []);
  }

  get report(): ProcessReport[] {
    return [...this.#processes].map(({ report }) => report);
  }

  /** Themes that a worker had to load before it could render them. */
  get coldStarts(): number {
    let coldStarts = this.counts.coldStartsOfTheGone;
    for (const { process } of this.#processes) coldStarts += process.counts.coldStarts;
    return coldStarts;
  }

  /** Whether a worker has a task. */
  get isBusy(): boolean {
    return [...this.#processes].some(({ assigned }) => assigned.size > 0);
  }

  /** A task has come for this queue: the roles on demand that serve it are needed now. */
  need(queue: QueueName): void {
    const roles = this.#roles.filter(({ isOnDemand, queues }) => isOnDemand && queues.includes(queue));
    const isNew = roles.some(({ name }) => !this.#neededAt.has(name));
    for (const { name } of roles) this.#neededAt.set(name, this.#clock);
    if (isNew) this.#fillRoles();
  }

  /** Gives a task to the worker of an open slot. */
  assign(job: J, slotName: string): void {
    const slot = this.slots.find(({ name }) => name === slotName);
    const managed = slot && this.#byRole.get(slot.role);
    if (!managed) throw new Error(`the slot ${slotName} has no worker`);
    managed.assigned.add(slot.worker, job, this.#clock);
    managed.process.send(slot.worker, { id: job.id, task: job.task });
  }

  /** Replaces all processes, one after the other; every task is finished where it is. */
  async replaceAll(): Promise<void> {
    const present = [...this.#processes].filter(({ isLeaving }) => !isLeaving);
    // The spare first: it would replace another process otherwise.
    present.sort((a, b) => Number(a.role !== null) - Number(b.role !== null));
    for (const managed of present) this.#toReplace.set(managed, 'restart');
    const { timing } = this.#options;
    while (present.some((managed) => this.#processes.has(managed)) && !this.#isClosing)
      await timing.sleep(CHECK_EVERY_MS);
  }

  /** No process is started or replaced any more. */
  stopReplacing(): void {
    this.#isClosing = true;
    for (const end of this.#endTimers.splice(0)) end();
  }

  /** Ends the processes. */
  async close(): Promise<void> {
    this.stopReplacing();
    for (const { process } of this.#processes) process.kill();
    while (this.#processes.size > 0) await this.#options.timing.sleep(CHECK_EVERY_MS);
    this.#options.processes.close();
  }

  /** Launches a process for each role that is needed; and a spare, once the workers of all roles have started. */
  #launchMissing(): void {
    if (this.#isClosing || !this.#backoff.mayStart(this.#clock)) return;
    const free = [...this.#processes].filter(({ role, isLeaving }) => !role && !isLeaving);
    const vacant = this.#vacant;
    const isUrgent = vacant.some(({ cpuPolicy }) => !cpuPolicy.onlyIdle);
    const hasStarted = [...this.#byRole.values()].every(({ workersStarting }) => workersStarting === 0);
    const spares = !isUrgent && hasStarted && this.#options.workers > 0 ? 1 : 0;
    // A process that somebody waits for starts with all processors.
    if (isUrgent) for (const managed of free) managed.setCpuPolicy(NORMAL_CPU, this.#clock);
    for (let missing = vacant.length + spares - free.length; missing > 0; missing--)
      this.#launch(isUrgent ? NORMAL_CPU : IDLE_CPU);
  }

  #launch(cpuPolicy: CpuPolicy): void {
    const { processes, warmThemes, limits } = this.#options;
    const maxWorkers = Math.max(...this.#roles.map(({ queues }) => queues.length));
    const process = processes.launch(
      { warmThemes, maxWorkers, workers: cpuPolicy.onlyIdle ? SPARE_WORKERS : 1 },
      {
        ready: () => {
          managed.noteReady(this.#clock);
          this.#fillRoles();
        },
        awake: (worker) => this.#noteWorker(managed, worker),
        finished: (finished, connection) => this.#noteFinished(managed, finished, connection),
        ended: (end) => this.#noteEnd(managed, end),
      },
      cpuPolicy,
    );
    const managed = new ManagedProcess<J>(process, this.#clock, limits);
    this.#processes.add(managed);
  }

  get #spare(): ManagedProcess<J> | undefined {
    return [...this.#processes].find(({ isSpare }) => isSpare);
  }

  /** Roles that are needed and have no process. */
  get #vacant(): Role[] {
    const isNeeded = ({ isOnDemand, name }: Role) => !isOnDemand || this.#neededAt.has(name);
    return this.#roles.filter((role) => isNeeded(role) && !this.#byRole.has(role.name));
  }

  #fillRoles(): void {
    for (const role of this.#vacant) {
      const spare = this.#spare;
      if (!spare) break;
      this.#byRole.set(role.name, spare);
      spare.take(role, this.#clock);
    }
    this.#launchMissing();
  }

  #noteWorker(managed: ManagedProcess<J>, worker: number): void {
    const slot = managed.role && slotsOf(managed.role)[worker];
    if (!slot) return;
    managed.noteWorker(this.#clock);
    this.#events.opened(slot.queue, slot.name);
  }

  #noteFinished(managed: ManagedProcess<J>, finished: FromWorker, connection: number): void {
    const job = managed.assigned.take(finished.id, this.#clock);
    if (!job) return;
    this.#events.finished(job, finished, connection);
    if (managed.isLeaving && managed.assigned.size === 0) managed.process.kill();
  }

  /** The process gets no more tasks. */
  #takeRole(managed: ManagedProcess<J>): void {
    const { role } = managed;
    managed.role = null;
    managed.isLeaving = true;
    if (!role) return;
    this.#byRole.delete(role.name);
    for (const { queue, name } of slotsOf(role)) this.#events.closed(queue, name);
  }

  #check(): void {
    const now = this.#options.timing.now();
    this.#clock += Math.min(now - this.#lastCheck, 2 * CHECK_EVERY_MS);
    this.#lastCheck = now;
    for (const managed of this.#processes) {
      const reason = managed.failureAt(this.#clock);
      if (!reason) continue;
      this.counts.ended[reason]++;
      this.#options.log.warn({ reason, role: managed.role?.name }, 'a render process is ended');
      managed.end(reason);
    }
    this.#events.checked();
    this.#replaceNext();
    this.#endUnneeded();
    this.#launchMissing();
  }

  #checkMemory(): void {
    for (const managed of this.#processes) {
      const { role, process } = managed;
      if (!role || this.#toReplace.has(managed)) continue;
      const { residentBytes } = process;
      const { warmThemes, memoryBytes = processMemoryBytes(role.queues.length, warmThemes.bytes) } = this.#options;
      if (residentBytes <= memoryBytes) continue;
      this.#options.log.warn({ residentBytes, role: role.name }, 'a render process uses too much memory');
      this.#toReplace.set(managed, 'memory');
    }
  }

  /** Replaces the next process once a spare can take over: no queue is without workers. */
  #replaceNext(): void {
    const [next] = this.#toReplace;
    if (!next) return;
    const [managed, reason] = next;
    if (managed.role && !this.#spare) return;
    this.#toReplace.delete(managed);
    this.#takeRole(managed);
    this.counts.ended[reason]++;
    if (managed.assigned.size === 0) managed.process.kill();
    this.#fillRoles();
  }

  /** Ends a process on demand that has had no task for long. */
  #endUnneeded(): void {
    const { unneededMs, startMs } = this.#options.limits;
    for (const [name, since] of this.#neededAt) {
      const managed = this.#byRole.get(name);
      if (!managed || managed.assigned.size > 0) continue;
      // Tasks may wait until the workers have started.
      const stayMs = managed.workersStarting > 0 ? Math.max(unneededMs, startMs) : unneededMs;
      if (this.#clock - since < stayMs) continue;
      this.#neededAt.delete(name);
      this.#takeRole(managed);
      managed.process.kill();
    }
  }

  #noteEnd(managed: ManagedProcess<J>, end: End): void {
    this.#processes.delete(managed);
    this.#toReplace.delete(managed);
    this.counts.coldStartsOfTheGone += managed.process.counts.coldStarts;
    const wasExpected = managed.isLeaving || this.#isClosing;
    this.#takeRole(managed);
    const lost = managed.verdicts(end, this.#clock);
    if (!wasExpected) {
      this.counts.deaths++;
      const { code, signal } = end;
      const blamed = lost.flatMap(({ task: { owner, whose }, verdict }) =>
        isAccused(verdict) ? [{ theme: owner, ...namesOf(whose) }] : [],
      );
      this.#options.log.warn({ code, signal, tasks: lost.length, blamed }, 'a render process died and is replaced');
      this.#backoff.noteDeath(managed.isYoung(this.#clock), this.#clock);
    }
    this.#events.lost(lost);
    if (!this.#isClosing) this.#fillRoles();
  }
}
