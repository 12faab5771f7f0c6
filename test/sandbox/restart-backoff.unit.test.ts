import { describe, expect, it } from 'vitest';
import { RESTART_PAUSE_AT_MOST_MS, RESTART_PAUSE_MS } from '../../sandbox/limits.ts';
import { RestartBackoff } from '../../sandbox/web-process/restart-backoff.ts';

describe('the back-off between starts', () => {
  it('begins with the third process in a row that dies young, and doubles up to its maximum', () => {
    const backoff = new RestartBackoff();
    const pauses: number[] = [];
    for (let death = 0, now = 0; death < 12; death++, now += 60_000) {
      backoff.noteDeath(true, now);
      let pause = 0;
      while (!backoff.mayStart(now + pause)) pause++;
      pauses.push(pause);
    }
    expect(pauses.slice(0, 5)).toEqual([0, 0, RESTART_PAUSE_MS, 2 * RESTART_PAUSE_MS, 4 * RESTART_PAUSE_MS]);
    expect(pauses.at(-1)).toBe(RESTART_PAUSE_AT_MOST_MS);
  });

  it('is over with a process that has lived for a while', () => {
    const backoff = new RestartBackoff();
    for (let death = 0; death < 5; death++) backoff.noteDeath(true, 0);
    backoff.noteDeath(false, 10_000);
    for (let death = 0; death < 2; death++) {
      backoff.noteDeath(true, 20_000);
      expect(backoff.mayStart(20_000)).toBe(true);
    }
  });
});
