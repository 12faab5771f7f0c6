import type { Limit } from '../../engine/index.ts';
import { HINDERED_AT_MOST, hasUsed } from '../limits.ts';
import { ProcessDied, Reconsidered } from './scheduler.ts';

/**
 * The attempts at one task of a theme, and whether there is another: the same for pages, profiles and files. What others did to an attempt
 * (they had the processor, or ended its process) says nothing of the task.
 */
export class Tries {
  #hindered = 0;
  #isApart = false;

  /** Whether a process has ended at the task: the next attempt is made in a process that has no other task. */
  get isApart(): boolean {
    return this.#isApart;
  }

  /**
   * Judges an attempt that went over a limit.
   * @param timeMs the time that the attempt was given, milliseconds
   * @param cpuMs processor time that the attempt has used, milliseconds
   * @returns `to-blame`: the limit is the answer; `given-up`: others had the processor too often
   */
  overLimit(limit: Limit, timeMs: number, cpuMs: number): 'to-blame' | 'again' | 'given-up' {
    if (limit !== 'time' || hasUsed(timeMs, cpuMs)) return 'to-blame';
    return ++this.#hindered > HINDERED_AT_MOST ? 'given-up' : 'again';
  }

  /**
   * Judges an attempt that gave no answer: returns where there is another.
   * @param isGivenUp whether the death of one more process is too much
   * @throws the error where there is no other attempt
   */
  failed(error: unknown, isGivenUp: boolean): void {
    if (error instanceof Reconsidered) return;
    if (!(error instanceof ProcessDied) || isGivenUp) throw error;
    this.#isApart = true;
  }
}
