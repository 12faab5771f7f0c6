import { OVERDUE_CPU_MS } from './limits.ts';

/**
 * How long a process is waited for whose task has had its time: as long as it may merely be kept from working. One that works on, deaf
 * to V8's order to stop, costs everybody else what it uses (a page that fills memory: 2 s of processor time in the whole of its grace).
 */
export class Patience {
  /** Processor time that the process had used when its task was first seen to be late. */
  #cpuMsWhenLate: number | null = null;

  /**
   * @param lateMs for how long its latest task has been at work beyond its time, milliseconds; negative while none is
   * @param graceMs for how long it may be, whatever it does meanwhile, milliseconds
   * @param cpuMs reads the processor time that the process has used, milliseconds; NaN where that cannot be known
   */
  isOver(lateMs: number, graceMs: number, cpuMs: () => number): boolean {
    if (lateMs <= 0) {
      this.#cpuMsWhenLate = null;
      return false;
    }
    if (lateMs > graceMs) return true;
    const used = cpuMs();
    this.#cpuMsWhenLate ??= used;
    return used - this.#cpuMsWhenLate > OVERDUE_CPU_MS;
  }
}
