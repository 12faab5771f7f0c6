/** Which processors a process may use, and when, where the system supports this. */
export interface CpuPolicy {
  /** Linux's SCHED_IDLE: the process runs only while no other program wants the processor. */
  readonly onlyIdle: boolean;
  /**
   * The process may use all processors but one: Linux is slow to move a waiting thread while every processor is busy. The p99 of other pages
   * was 20 times as long beside one SCHED_IDLE loop a processor, and 1.4 times beside four loops on one of two processors.
   */
  readonly isConfined: boolean;
}

export const NORMAL_CPU: CpuPolicy = { onlyIdle: false, isConfined: false };
export const IDLE_CPU: CpuPolicy = { onlyIdle: true, isConfined: true };
