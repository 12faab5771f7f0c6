import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the machine was not too busy for the answer. Beside other tests it may be for long: rehearsals and profiles take idle processors
 * only, and nobody waits longer than a second for the database.
 */
export async function whenIdle<T>(ask: () => Promise<T>, wasBusy: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!wasBusy(answer)) return answer;
    await sleep(100);
  }
}
