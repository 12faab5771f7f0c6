import { AnalysisBusy } from '../../sandbox/index.ts';
import { askUntil } from './until.ts';

/** Less than what one test may take, milliseconds. */
const PATIENCE_MS = 100_000;

/**
 * Asks until the machine was not too busy for the answer. Beside other tests it may be for long: rehearsals and profiles take idle processors
 * only, and nobody waits longer than a second for the database.
 */
export const whenIdle = <T>(ask: () => Promise<T>, wasBusy: (answer: T) => boolean): Promise<T> =>
  askUntil('the machine is not too busy for an answer', ask, (answer) => !wasBusy(answer), PATIENCE_MS);

/** Has an analysis made again until the sandbox was not too busy for the analysis. */
export async function whenNotBusy<T>(analyse: () => Promise<T>): Promise<T> {
  const asked = () =>
    analyse().catch((error) => {
      if (error instanceof AnalysisBusy) return error;
      throw error;
    });
  return (await whenIdle(asked, (answer) => answer instanceof AnalysisBusy)) as T;
}
