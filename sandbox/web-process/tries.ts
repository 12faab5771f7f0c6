import type { Limit } from '../../engine/index.ts';
import { HINDERED_AT_MOST, hasUsed } from '../limits.ts';
import { ProcessDied, Reconsidered } from './scheduler.ts';

/** What is to be done after an attempt that went over a limit: `to-blame` is the task's own answer, `given-up` is nobody's. */
export type AfterLimit = 'to-blame' | 'again' | 'given-up';

/**
 * The attempts at one task of a theme, and when there is to be another: for pages, profiles and files alike. What others did to an attempt,
 * who had the processor or ended its process, says nothing of the task.
 */
export class Tries {
  #hindered = 0;
  #isApart = false;

  /** Whether a process has ended at the task: the next attempt is made where the task can take nothing along. */
  get isApart(): boolean {
    return this.#isApart;
  }

  /**
   * Judges an attempt that went over a limit.
   * @param timeMs the time that it was given, milliseconds
   * @param cpuMs processor time that it has used, milliseconds
   */
  overLimit(limit: Limit, timeMs: number, cpuMs: number): AfterLimit {
    if (limit !== 'time' || hasUsed(timeMs, cpuMs)) return 'to-blame';
    return ++this.#hindered > HINDERED_AT_MOST ? 'given-up' : 'again';
  }

  /**
   * Judges an attempt that has failed: returns where there is to be another.
   * @param noteDeath notes that a process ended at the task, and whether that is proven; returns whether the task is given up
   * @throws the error where there is to be no other attempt
   */
  failed(error: unknown, noteDeath: (isProven: boolean) => boolean): void {
    if (error instanceof Reconsidered) return;
    if (!(error instanceof ProcessDied) || noteDeath(error.isProven)) throw error;
    this.#isApart = true;
  }
}
