import { stat } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { DatabaseWatch } from '../../../src/sites/database-watch.ts';
import { OutOfReach } from '../../../src/storage/out-of-reach.ts';
import { until } from '../../support/until.ts';

const never = () => new Promise<never>(() => undefined);
const refused = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));

let watch: DatabaseWatch;
afterEach(() => {
  watch.close();
  vi.useRealTimers();
});
/** From now on time goes on where the test says so. */
const holdTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance', 'Date'] });

/** A watch over a database that is back when the test says so. */
function watchOver(look: () => Promise<unknown>) {
  const told: string[] = [];
  watch = new DatabaseWatch({ look, log: { warn: (_details, message) => told.push(message) } });
  return told;
}

it('a statement that never answers is given up at the deadline, and the next ones at once', async () => {
  holdTime();
  watchOver(never);
  const givenUp = vi.fn();
  watch.attempt(never).catch(givenUp);
  await vi.advanceTimersByTimeAsync(990);
  expect(givenUp).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(givenUp).toHaveBeenCalledWith(expect.any(OutOfReach));
  const next = vi.fn(async () => 'answer');
  await expect(watch.attempt(next)).rejects.toThrow(OutOfReach);
  expect(next).not.toHaveBeenCalled();
  expect(() => watch.assertPresent()).toThrow(OutOfReach);
});

it('one look at a time finds out that the database is back, and the log hears of either change once', async () => {
  holdTime();
  let back = false;
  let looks = 0;
  const told = watchOver(async () => {
    looks++;
    if (!back) await refused();
  });
  const failures = await Promise.allSettled([watch.attempt(refused), watch.attempt(refused)]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.advanceTimersByTimeAsync(510);
  expect(looks).toBe(2);
  back = true;
  await vi.advanceTimersByTimeAsync(250);
  expect(await watch.attempt(async () => true)).toBe(true);
  expect(told).toEqual(['the database is out of reach: pages are served from memory', 'the database is back']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(3);
});

it('a read that an outage took is done again when the outage is over, and does not make the database away again', async () => {
  const told = watchOver(async () => undefined);
  const { promise: silence, reject: reset } = Promise.withResolvers<string>();
  const outcomes = [silence, Promise.resolve('answer')];
  const page = watch.attempt(() => outcomes.shift() ?? never());
  await expect(watch.attempt(refused)).rejects.toThrow('connect');
  await until('the log says so', () => expect(told).toContain('the database is back'));
  reset(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
  expect(await page).toBe('answer');
  expect(told).toHaveLength(2);
});

it('a statement that the database refuses does not make it away', async () => {
  watchOver(never);
  await expect(watch.attempt(() => Promise.reject(Object.assign(new Error('no'), { code: '42P01' })))).rejects.toThrow(
    'no',
  );
  expect(await watch.attempt(async () => 'answer')).toBe('answer');
});

it('a pause of the program itself is not taken for one of the database', async () => {
  watchOver(never);
  const answer = watch.attempt(() => stat('/'));
  pause(1_100);
  expect((await answer).isDirectory()).toBe(true);
});

it('a pause of the whole machine is not, either', async () => {
  watchOver(never);
  // The database answers a moment after it.
  const answer = watch.attempt(
    () => new Promise((resolve) => setTimeout(() => setTimeout(() => resolve('late'), 100), 1)),
  );
  pause(1_300);
  expect(await answer).toBe('late');
});

function pause(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}
