import { expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { QueueFull } from '../../concurrency/queue-full.ts';

it('work counts for its owner until it is over, also where it fails; what is beyond the limit does not begin', async () => {
  const limit = new ConcurrencyLimit(1, 2);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = limit.run('a', () => promise);
  await expect(limit.run('a', async () => 'never')).rejects.toThrow(QueueFull);
  await expect(limit.run('b', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  await expect(limit.run('b', async () => 'too much', 2)).rejects.toThrow(QueueFull);
  resolve('done');
  expect([await first, limit.size, limit.owners]).toEqual(['done', 0, 0]);
  expect(await limit.run('a', async () => 'again')).toBe('again');
});
