import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until there were idle processors for the answer: rehearsals and profiles take no others, and beside other tests there may be none for
 * long.
 */
export async function whenIdle<T>(ask: () => Promise<T>, wasBusy: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (!wasBusy(answer)) return answer;
    await sleep(100);
  }
}
