import { describe, expect, it, vi } from 'vitest';
import { QueueFull } from '../../../concurrency/queue-full.ts';
import { PictureQueue } from '../../../src/media/processing/picture-queue.ts';
import type { Urgency } from '../../../src/media/processing/protocol.ts';

/** A queue whose turn is taken until `go`; what is added then is done in the order of the queue. */
function busyQueue() {
  const queue = new PictureQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const done: string[] = [];
  const all: Promise<unknown>[] = [queue.run('first', 'visitor', () => promise)];
  const add = (site: string, urgency: Urgency, name: string, signal?: AbortSignal) => {
    const work = queue.run(site, urgency, async () => done.push(name), signal);
    all.push(work.catch(() => undefined));
    return work;
  };
  const go = async () => {
    resolve();
    await Promise.all(all);
    return done.join(' ');
  };
  return { queue, add, go };
}

describe('pictures have the process', () => {
  it('after a rest where no visitor has waited for the one before', async () => {
    vi.useFakeTimers();
    const queue = new PictureQueue(() => 300);
    const done: string[] = [];
    const add = (urgency: Urgency, name: string) => queue.run('a', urgency, async () => done.push(name));
    const all = [add('visitor', 'visitor'), add('upload', 'upload'), add('upload', 'next')];
    await Promise.all(all.slice(0, 2));
    expect(done).toEqual(['visitor', 'upload']);
    await vi.advanceTimersByTimeAsync(299);
    expect(done).toEqual(['visitor', 'upload']);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(all);
    vi.useRealTimers();
    expect(done).toEqual(['visitor', 'upload', 'next']);
  });

  it('at once where a visitor waits, also within that rest, which goes on for the others', async () => {
    vi.useFakeTimers();
    const queue = new PictureQueue(() => 300);
    const done: string[] = [];
    const add = (urgency: Urgency, name: string) => queue.run('a', urgency, async () => done.push(name));
    const all = [add('upload', 'upload'), add('upload', 'next'), add('visitor', 'waiting')];
    await Promise.all([all[0], all[2]]);
    await vi.advanceTimersByTimeAsync(100);
    const late = add('visitor', 'late');
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['upload', 'waiting', 'late']);
    await vi.advanceTimersByTimeAsync(199);
    expect(done).toEqual(['upload', 'waiting', 'late']);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([...all, late]);
    vi.useRealTimers();
    expect(done).toEqual(['upload', 'waiting', 'late', 'next']);
  });

  it('one at a time, also where the rest ends while one of a visitor is made', async () => {
    vi.useFakeTimers();
    const queue = new PictureQueue(() => 300);
    const done: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const all = [
      queue.run('a', 'upload', async () => done.push('upload')),
      queue.run('a', 'visitor', () => promise),
      queue.run('a', 'nobody', async () => done.push('nobody')),
    ];
    await vi.advanceTimersByTimeAsync(1_000);
    expect(done).toEqual(['upload']);
    resolve();
    await Promise.all(all);
    vi.useRealTimers();
    expect(done).toEqual(['upload', 'nobody']);
  });

  it('visitors first, then uploads, then what nobody waits for', async () => {
    const { add, go } = busyQueue();
    add('a', 'nobody', 'later');
    add('a', 'upload', 'upload');
    add('a', 'visitor', 'visitor');
    expect(await go()).toBe('visitor upload later');
  });

  it('one of each site after the other, those of a site as they came', async () => {
    const { add, go } = busyQueue();
    for (const name of ['a1', 'a2', 'a3']) add('a', 'upload', name);
    add('b', 'upload', 'b1');
    add('c', 'upload', 'c1');
    add('b', 'upload', 'b2');
    expect(await go()).toBe('a1 b1 c1 a2 b2 a3');
  });

  it('an upload after eight visitors, however many of them wait', async () => {
    const { add, go } = busyQueue();
    for (let n = 1; n <= 10; n++) add('a', 'visitor', `v${n}`);
    for (let n = 1; n <= 2; n++) add('b', 'upload', `u${n}`);
    expect(await go()).toBe('v1 v2 v3 v4 v5 v6 v7 v8 u1 v9 v10 u2');
  });

  it('not where the queue of their site is full, which takes nothing from others', async () => {
    const { queue, add, go } = busyQueue();
    const refused = Promise.allSettled(Array.from({ length: 20 }, () => add('a', 'upload', 'a')));
    const other = add('b', 'upload', 'b');
    expect(queue.waiting).toEqual({ visitor: 0, upload: 17, nobody: 0 });
    await go();
    const reasons = (await refused).map((one) => (one.status === 'rejected' ? one.reason : null));
    expect(reasons.filter((reason) => reason instanceof QueueFull)).toHaveLength(4);
    expect(await other).toBeGreaterThan(0);
  });

  it('no more when who waited has gone', async () => {
    const { queue, add, go } = busyQueue();
    const gone = new AbortController();
    const work = add('a', 'visitor', 'a', gone.signal);
    add('a', 'visitor', 'b');
    gone.abort(new Error('gone'));
    await expect(work).rejects.toThrow('gone');
    expect(queue.waiting.visitor).toBe(1);
    expect(await go()).toBe('b');
    expect(queue.waiting.visitor).toBe(0);
  });

  it('after work that has failed', async () => {
    const { queue } = busyQueue();
    const free = new PictureQueue();
    await expect(free.run('a', 'visitor', () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
    expect(await free.run('a', 'visitor', async () => 'next')).toBe('next');
    expect(queue.waiting.visitor).toBe(0);
  });
});
