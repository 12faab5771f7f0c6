/** Which processors a process may use, and when; as far as the system supports it. */
export interface CpuPolicy {
  /** Linux's SCHED_IDLE: only while no other program wants the processor. */
  readonly onlyIdle: boolean;
  /**
   * All processors but one. When every processor is busy, Linux is slow to move a waiting thread to one that becomes free: p99 of other
   * pages was 20 times as long beside one SCHED_IDLE loop a processor, and 1.4 times beside four loops on one of two processors.
   */
  readonly isConfined: boolean;
}

export const NORMAL_CPU: CpuPolicy = { onlyIdle: false, isConfined: false };
export const IDLE_CPU: CpuPolicy = { onlyIdle: true, isConfined: true };
