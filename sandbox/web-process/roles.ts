import { LEAST_NICENESS } from '../limits.ts';
import { type CpuPolicy, IDLE_CPU, NORMAL_CPU } from '../messages/cpu-policy.ts';

/**
 * The queues, and how their workers run. `niceness`: with each step a worker gets a fifth less of a processor that others want; the web process has
 * 0. `aheadMs`: a worker gets several tasks at once, until they are expected to take so long, milliseconds; with 0 a worker gets one task.
 */
export const QUEUES = {
  /** Themes whose pages are quick. */
  fast: { aheadMs: 20, niceness: LEAST_NICENESS },
  /** Themes whose pages are slow, and versions that nothing is known of. */
  slow: { aheadMs: 0, niceness: 10 },
  /** Files of themes to compile: a visitor waits for them. */
  compile: { aheadMs: 0, niceness: 5 },
  /** Files to check before they are stored, and whole themes to look over. */
  check: { aheadMs: 5, niceness: 10 },
  /** Versions that failed and never answered, and files whose first analysis ran out of time. */
  idle: { aheadMs: 0, niceness: 19 },
} as const;

export type QueueName = keyof typeof QUEUES;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

/** By what is known of a theme: the queue of its next page, and whether the page gets a slice of time only. */
export const ATTEMPTS = {
  quick: { queue: 'fast', isSlice: true },
  unproven: { queue: 'slow', isSlice: true },
  heavy: { queue: 'slow', isSlice: false },
  suspect: { queue: 'idle', isSlice: false },
} as const satisfies Record<string, { queue: QueueName; isSlice: boolean }>;

export type Level = keyof typeof ATTEMPTS;

/** The work of one render process. */
export interface Role {
  readonly name: string;
  /** Whether the process starts when a task comes for one of its queues, and ends after a while without tasks. */
  readonly isOnDemand: boolean;
  /** The queue of each of its workers. */
  readonly queues: readonly QueueName[];
  readonly cpuPolicy: CpuPolicy;
}

/** Two, so that one serves when the other dies. */
const FAST_PROCESSES = 2;
const IDLE_PROCESSES = 2;

/**
 * The roles `idle-` use idle processors only (p99 of other pages beside a loop: 1.2 times, at niceness 19 1.9 times). Their tasks may wait for ever on a
 * busy machine.
 * @param workers workers for themes whose pages are quick, in all; with 0 nothing is rendered or compiled: files are checked, and themes looked over
 * @returns the roles, in the order in which they get processes
 */
export function rolesFor(workers: number): Role[] {
  return allRoles(workers).filter(({ queues }) => queues.length > 0);
}

function allRoles(workers: number): Role[] {
  const each = Math.ceil(workers / FAST_PROCESSES);
  const times = (count: number, queue: QueueName) => Array<QueueName>(count).fill(queue);
  const constant = { isOnDemand: false, cpuPolicy: NORMAL_CPU };
  return [
    ...Array.from({ length: FAST_PROCESSES }, (_, n) => ({
      ...constant,
      name: `fast-${n}`,
      queues: times(each, 'fast'),
    })),
    // No theme runs in this process: it makes the code that others load.
    { ...constant, name: 'compile', queues: [...times(each, 'compile'), 'check'] },
    // Two workers: one is left beside a theme that loops.
    {
      name: 'slow',
      isOnDemand: true,
      queues: times(Math.min(workers, 1) * 2, 'slow'),
      cpuPolicy: { onlyIdle: false, isConfined: true },
    },
    // One worker in each process: when the process dies, there is no doubt which task ended it.
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
