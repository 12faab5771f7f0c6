import { expect, it } from 'vitest';
import { QueueFull } from '../../concurrency/queue-full.ts';
import { Semaphore } from '../../concurrency/semaphore.ts';

/** Work that ends when it is told to. */
function work(order: string[], name: string) {
  let end: (error?: Error) => void = () => undefined;
  const over = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  const run = async () => {
    order.push(name);
    await over;
    return name;
  };
  return { run, end };
}

it('as many run at once as may; the next wait in their order; what is beyond is refused', async () => {
  const semaphore = new Semaphore(2, 2);
  const order: string[] = [];
  const pieces = ['a', 'b', 'c', 'd'].map((name) => work(order, name));
  const done = pieces.map(({ run }) => semaphore.run(run));
  await expect(semaphore.run(async () => 'e')).rejects.toThrow(QueueFull);
  expect(order).toEqual(['a', 'b']);
  pieces[1]?.end();
  await done[1];
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(order).toEqual(['a', 'b', 'c']);
  for (const { end } of pieces) end();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

it('work that fails gives its permit back', async () => {
  const semaphore = new Semaphore(1, 0);
  await expect(semaphore.run(() => Promise.reject(new Error('raté')))).rejects.toThrow('raté');
  expect(await semaphore.run(async () => 'suivant')).toBe('suivant');
});
