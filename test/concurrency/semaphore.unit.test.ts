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

it('work that is taken back while it waits never begins, and the next one has its place', async () => {
  const semaphore = new Semaphore(1, 2);
  const order: string[] = [];
  const [a, b, c] = [work(order, 'a'), work(order, 'b'), work(order, 'c')];
  const gone = new AbortController();
  const first = semaphore.run(a.run);
  const second = semaphore.run(b.run, gone.signal);
  gone.abort(new Error('parti'));
  await expect(second).rejects.toThrow('parti');
  const third = semaphore.run(c.run, new AbortController().signal);
  for (const { end } of [a, c]) end();
  expect(await Promise.all([first, third])).toEqual(['a', 'c']);
  expect(order).toEqual(['a', 'c']);
  await expect(semaphore.run(async () => 'd', gone.signal)).rejects.toThrow('parti');
});
