import { expect } from 'vitest';

/** Of the larger size, compared with the smaller one. */
const TIMES_AS_LARGE = 16;
/** The next power would take sixteen times as long. */
const MOST = 4;
const ROUNDS = 20;

/**
 * Checks that work takes time by its size, or by a power of it: once at a size, compared with as many times at a sixteenth of the size as should take
 * as long. Both are measured by turns, and the least time of each counts: what the machine does besides is added to both alike, and only adds.
 * @param work what is done at a size
 * @param size the larger one
 * @param power 2 where the time may grow with the square
 * @throws AssertionError when it takes more than four times as long in each of many rounds
 */
export function expectGrowth(work: (size: number) => unknown, size: number, power = 1): void {
  const least = { once: Number.POSITIVE_INFINITY, often: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    least.once = Math.min(
      least.once,
      timeOf(1, () => work(size)),
    );
    least.often = Math.min(
      least.often,
      timeOf(TIMES_AS_LARGE ** power, () => work(size / TIMES_AS_LARGE)),
    );
    if (least.once <= MOST * least.often) break;
  }
  expect(least.once / least.often, `least milliseconds: ${JSON.stringify(least)}`).toBeLessThanOrEqual(MOST);
}

/** Milliseconds. */
function timeOf(times: number, work: () => unknown): number {
  const began = performance.now();
  for (let n = 0; n < times; n++) work();
  return performance.now() - began;
}
