import { LEAST_NICENESS } from '../limits.ts';
import { type CpuPolicy, IDLE_CPU, NORMAL_CPU } from '../messages/cpu-policy.ts';

/**
 * The queues, and how their workers run. `niceness`: each step gives a worker a fifth less of a contended processor; the web process is at
 * 0. `aheadMs`: how much expected work a worker gets ahead of time, milliseconds; 0 is one task.
 */
export const QUEUES = {
  /** Themes whose pages are quick. */
  fast: { aheadMs: 20, niceness: LEAST_NICENESS },
  /** Themes whose pages are not, and versions that nothing is known of. */
  slow: { aheadMs: 0, niceness: 10 },
  /** Files of themes that are to become units: a visitor waits for them. */
  compile: { aheadMs: 0, niceness: 5 },
  /** Files before they are stored, and whole themes for their authors. */
  check: { aheadMs: 5, niceness: 10 },
  /** Versions that failed and never answered, and files whose first analysis ran out of time. */
  idle: { aheadMs: 0, niceness: 19 },
} as const;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** What is known of a theme decides where its next page is rendered, and whether that may take a slice of time only. */
export const ATTEMPTS = {
  quick: { queue: 'fast', isSlice: true },
  unproven: { queue: 'slow', isSlice: true },
  heavy: { queue: 'slow', isSlice: false },
  suspect: { queue: 'idle', isSlice: false },
} as const satisfies Record<string, { queue: QueueName; isSlice: boolean }>;

export type Level = keyof typeof ATTEMPTS;

/** What one render process is there for. */
export interface Role {
  readonly name: string;
  /** Whether its process is started when a task first comes for one of its queues, and ended after a while without tasks. */
  readonly isOnDemand: boolean;
  /** The queue of each of its workers. */
  readonly queues: readonly QueueName[];
  readonly cpuPolicy: CpuPolicy;
}

/** Two, so that one may die while the other serves. */
const FAST_PROCESSES = 2;
const IDLE_PROCESSES = 2;

/**
 * The roles `idle-` use idle processors only: even at niceness 19 a thread that wakes waits for the end of a loop's slice (p99 of other pages
 * beside a loop: 1.9 times at niceness 19, 1.2 times with SCHED_IDLE). Such work may wait for ever on a busy machine.
 * @param workers workers for themes whose pages are quick, in all
 * @returns the roles, those that pages need most in front
 */
export function rolesFor(workers: number): Role[] {
  const each = Math.ceil(workers / FAST_PROCESSES);
  const times = (count: number, queue: QueueName) => Array<QueueName>(count).fill(queue);
  const constant = { isOnDemand: false, cpuPolicy: NORMAL_CPU };
  return [
    ...Array.from({ length: FAST_PROCESSES }, (_, n) => ({
      ...constant,
      name: `fast-${n}`,
      queues: times(each, 'fast'),
    })),
    // No theme runs here: what is compiled is loaded by others.
    { ...constant, name: 'compile', queues: [...times(each, 'compile'), 'check'] },
    // A theme that loops leaves a worker for the next.
    { name: 'slow', isOnDemand: true, queues: times(2, 'slow'), cpuPolicy: { onlyIdle: false, isConfined: true } },
    // Each alone in its process: when that dies, there is no doubt of whose fault it was.
    ...Array.from({ length: IDLE_PROCESSES }, (_, n) => ({
      name: `idle-${n}`,
      isOnDemand: true,
      queues: ['idle' as const],
      cpuPolicy: IDLE_CPU,
    })),
  ];
}

/** One worker of a role. A slot keeps its name when its worker is replaced. */
export interface WorkerSlot {
  readonly name: string;
  readonly role: string;
  readonly worker: number;
  readonly queue: QueueName;
}

export const slotsOf = ({ name, queues }: Role): WorkerSlot[] =>
  queues.map((queue, worker) => ({ name: `${name}/${worker}`, role: name, worker, queue }));
