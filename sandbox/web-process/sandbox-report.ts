import type { ProcessReport } from './managed-process.ts';
import type { RenderOutcome } from './render-job.ts';
import type { Scheduler } from './scheduler.ts';
import type { Quarantined } from './theme-health.ts';

/** The sandbox as an operator sees it. What is counted is counted from the start on; times are in milliseconds. */
export interface SandboxReport {
  readonly outcomes: Readonly<Record<RenderOutcome['outcome'], number>>;
  /** Tasks that wait for a worker, by queue. */
  readonly waiting: Scheduler['waiting'];
  /** Renders that are waited for. */
  readonly pending: number;
  readonly processes: ProcessReport[];
  /** Memory that all processes of this program may use, bytes. */
  readonly usableBytes: number;
  readonly coldStarts: number;
  /** Processes that ended and were not to. */
  readonly deaths: number;
  /** Processes that were ended, by reason. */
  readonly ended: Readonly<Scheduler['pool']['counts']['ended']>;
  readonly quarantines: number;
  readonly quarantined: readonly Quarantined[];
  /** What finished pages spent on each stretch of their way, in all, and how many there were. */
  readonly hops: Readonly<Scheduler['hops']>;
}
