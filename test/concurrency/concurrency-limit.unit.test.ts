import { expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { QueueFull } from '../../concurrency/queue-full.ts';

it('work counts for its owner until it is over, also where it fails; what is beyond the limit does not begin', async () => {
  const limit = new ConcurrencyLimit(1, 2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = limit.run('a', () => promise);
  await expect(limit.run('a', async () => 'never')).rejects.toThrow(QueueFull);
  await expect(limit.run('b', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  await expect(limit.run('b', async () => 'too much', { amount: 2 })).rejects.toThrow(QueueFull);
  resolve('done');
  expect([await first, limit.size, limit.owners]).toEqual(['done', 0, 0]);
  expect(await limit.run('a', async () => 'again')).toBe('again');
});

it('an account has at most twice what one of its owners has, and half of all; what it leaves it may have again', () => {
  const admitted = (limit: ConcurrencyLimit, account: string, from: number) =>
    Array.from({ length: 10 }, (_, n) => limit.admit(`${from + n}`, { account })).filter(Boolean).length;
  const limit = new ConcurrencyLimit(2, 16);
  expect([admitted(limit, 'léa', 0), admitted(limit, 'paul', 10)]).toEqual([4, 4]);
  limit.leave('0', { account: 'léa' });
  expect([limit.admit('20', { account: 'léa' }), limit.admit('21', { account: 'léa' })]).toEqual([true, false]);
  expect(admitted(new ConcurrencyLimit(8, 8), 'léa', 0)).toBe(4);
});
