import { OVERDUE_CPU_MS, type TimeLimits, YOUNG_MS } from '../limits.ts';
import { type CpuPolicy, NORMAL_CPU } from '../messages/cpu-policy.ts';
import { type AssignedTask, AssignedTasks, type LostTask } from './assigned-tasks.ts';
import type { End } from './launcher.ts';
import type { RenderProcess } from './render-process.ts';
import { QUEUES, type Role } from './roles.ts';

/** Why the pool has ended a process. */
export type EndReason = 'deadline' | 'starved' | 'silence' | 'start' | 'memory' | 'restart';

/** What the end of a process says of one of its tasks; `suspected`: other tasks were at work, too. */
export type Verdict = 'to-blame' | 'suspected' | 'starved' | 'by-chance';

/** Whether the end of the process may be the task's fault. */
export const isAccused = (verdict: Verdict): boolean => verdict === 'to-blame' || verdict === 'suspected';

/** One render process, as an operator asks about it. */
export interface ProcessReport {
  readonly pid: number;
  readonly role: string;
  readonly residentBytes: number;
  readonly isolates: number;
  readonly tasks: number;
}

/** A render process with its role, its tasks and its health. Times are on the pool's clock, milliseconds. */
export class ManagedProcess<J extends AssignedTask> {
  readonly process: RenderProcess;
  readonly #limits: TimeLimits;
  readonly assigned = new AssignedTasks<J>();
  /** Null for the spare and for one that leaves. */
  role: Role | null = null;
  /** Workers of its role that have not started yet. */
  workersStarting = 0;
  /** It takes no new tasks, and ends when its last one is finished. */
  isLeaving = false;
  /** When the process got its role, or a worker last started in this role. */
  #answeredAt = 0;
  /** When the process was launched, or became ready; or while it starts, when it got other processors. */
  #since: number;
  #heardAt: number;
  /** Processor time that the process had used when its task was first late, milliseconds. */
  #cpuMsWhenLate: number | null = null;
  #ended: EndReason | null = null;

  constructor(process: RenderProcess, now: number, limits: TimeLimits) {
    this.process = process;
    this.#limits = limits;
    this.#since = now;
    this.#heardAt = now;
  }

  get isSpare(): boolean {
    return this.process.isReady && this.role === null && !this.isLeaving;
  }

  noteReady(now: number): void {
    this.#since = now;
  }

  /** Whether the process became ready just now, or never. */
  isYoung(now: number): boolean {
    return !this.process.isReady || now - this.#since < YOUNG_MS;
  }

  take(role: Role, now: number): void {
    const niceness = role.queues.map((queue) => QUEUES[queue].niceness);
    this.role = role;
    this.workersStarting = role.queues.length;
    this.#answeredAt = now;
    this.setCpuPolicy(role.cpuPolicy, now);
    this.process.setNiceness(Math.min(...niceness));
    this.process.startWorkers(niceness);
  }

  /** A worker has started, and takes tasks of the role. */
  noteWorker(now: number): void {
    this.workersStarting--;
    this.#answeredAt = now;
    if (this.role && this.process.cpuPolicy !== this.role.cpuPolicy) this.setCpuPolicy(this.role.cpuPolicy, now);
  }

  setCpuPolicy(cpuPolicy: CpuPolicy, now: number): void {
    if (cpuPolicy === NORMAL_CPU && this.process.cpuPolicy === NORMAL_CPU) return;
    this.process.setCpuPolicy(cpuPolicy);
    // The process may have waited for a processor: this time does not count.
    this.#heardAt = now;
    if (!this.process.isReady) this.#since = now;
  }

  /** @returns why the process has to be ended now, or null. With idle processors only, it may be silent for long. */
  failureAt(now: number): EndReason | null {
    const { process } = this;
    const { startMs, idleStartMs, silenceMs } = this.#limits;
    if (this.#ended) return null;
    if (process.wasHeard) this.#heardAt = now;
    process.wasHeard = false;
    const { onlyIdle } = process.cpuPolicy;
    if (!process.isReady) {
      const startedForMs = now - this.#since;
      if (onlyIdle && startedForMs > idleStartMs) this.setCpuPolicy(NORMAL_CPU, now);
      return startedForMs > startMs ? 'start' : null;
    }
    if (this.role && this.workersStarting > 0) {
      const waitedMs = now - this.#answeredAt;
      if (onlyIdle && waitedMs > idleStartMs) this.setCpuPolicy(NORMAL_CPU, now);
      // While the process keeps the role, no other process gets it.
      if (waitedMs > startMs) return 'start';
    }
    return this.#overdue(now) ?? (!onlyIdle && now - this.#heardAt > silenceMs ? 'silence' : null);
  }

  /** Whether a task is not stopped in time: because nothing stops it, or because the process gets no processor. */
  #overdue(now: number): EndReason | null {
    const lateMs = this.assigned.latest(now);
    if (lateMs <= 0) {
      this.#cpuMsWhenLate = null;
      return null;
    }
    const { cpuMs } = this.process;
    this.#cpuMsWhenLate ??= cpuMs;
    if (cpuMs - this.#cpuMsWhenLate > OVERDUE_CPU_MS) return 'deadline';
    return lateMs > this.#limits.overdueMs ? 'starved' : null;
  }

  end(reason: EndReason): void {
    this.#ended = reason;
    this.process.kill();
  }

  /**
   * What the end of the process says of each task. A task is to blame when it used processor time after its own time was over, and when it alone
   * was at work and nobody can have ended the process from outside.
   */
  verdicts({ code, signal }: End, now: number): { readonly task: J; readonly verdict: Verdict }[] {
    const lost = this.assigned.all(now);
    const crashed = this.#ended === null && (code !== null || (signal !== null && signal !== 'SIGKILL'));
    const isAlone = lost.filter(({ isAtWork }) => isAtWork).length === 1;
    const verdictOf = ({ isAtWork, isLate }: LostTask<J>): Verdict => {
      if (isLate && this.#ended === 'deadline') return 'to-blame';
      if (isLate && this.#ended === 'starved') return 'starved';
      if (isAtWork && crashed) return isAlone ? 'to-blame' : 'suspected';
      return 'by-chance';
    };
    return lost.map((one) => ({ task: one.task, verdict: verdictOf(one) }));
  }

  get report(): ProcessReport {
    const { process, role, assigned, isLeaving } = this;
    const withoutRole = isLeaving ? 'leaving' : process.isReady ? 'spare' : 'starting';
    return {
      pid: process.pid ?? 0,
      role: role?.name ?? withoutRole,
      residentBytes: process.residentBytes,
      isolates: process.counts.isolates,
      tasks: assigned.size,
    };
  }
}
