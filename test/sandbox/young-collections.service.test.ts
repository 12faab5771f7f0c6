import { connect, createServer, type Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from '../../concurrency/concurrency-limit.ts';
import { Channel } from '../../sandbox/messages/channel.ts';
import { AssignedTasks } from '../../sandbox/web-process/assigned-tasks.ts';
import { FairQueue } from '../../sandbox/web-process/fair-queue.ts';
import { FreshnessProbe } from '../../src/sites/freshness.ts';

setFlagsFromString('--expose-gc');
const collect: (options?: { type: 'minor' }) => void = runInNewContext('gc');

const ROUNDS = 1_000;
const COLLECT_EVERY = 50;
/** What each round holds, bytes; they stand beside V8's heap, where they are counted exactly. */
const HELD_BYTES = 10_000;
const holding = () => new ArrayBuffer(HELD_BYTES);
/** What stays of all that is held, when it stays for no lasting reason: the last rounds', and what a collection in the middle has met. */
const LITTLE = (ROUNDS / 4) * HELD_BYTES;

/**
 * How many bytes are left of what rounds of `use` held, after young collections alone. A collection of all the heap comes first: it
 * makes everything old that is there, and a table that is old and replaced then keeps alive what the tables after it hold.
 */
async function leftAfter(use: (round: number) => void | Promise<void>): Promise<number> {
  const run = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      await use(round);
      if (round % COLLECT_EVERY === 0) await collectYoung();
    }
  };
  await run(COLLECT_EVERY);
  collect();
  const before = process.memoryUsage().arrayBuffers;
  await run(ROUNDS);
  for (let times = 0; times < 5; times++) await collectYoung();
  return process.memoryUsage().arrayBuffers - before;
}

async function collectYoung(): Promise<void> {
  await new Promise(setImmediate);
  collect({ type: 'minor' });
}

describe('what a request has used', () => {
  it('is gone after young collections when a queue and a worker have had its task', async () => {
    const held = new AssignedTasks<{ id: number; atMostMs: number; isAtWork: boolean }>();
    const queue = new FairQueue<{
      id: number;
      atMostMs: number;
      isAtWork: boolean;
      owner: string;
      refusedAt: number;
      refusedAtUnlessOpen: number;
      expectedMs: number;
      held: ArrayBuffer;
    }>(['a', 'b'], {
      aheadMs: 10,
      dispatch: (task, slot) => held.add(slot === 'a' ? 0 : 1, task, 0),
    });
    queue.open('a');
    queue.open('b');
    const underWay: Parameters<typeof queue.enqueue>[0][] = [];
    expect(
      await leftAfter((id) => {
        const task = {
          id,
          owner: `${id % 30}`,
          atMostMs: 1,
          isAtWork: false,
          refusedAt: 0,
          refusedAtUnlessOpen: 0,
          expectedMs: 1,
          held: holding(),
        };
        queue.enqueue(task);
        underWay.push(task);
        const done = underWay.length > 10 ? underWay.shift() : undefined;
        if (!done) return;
        held.take(done.id, 0);
        queue.finish(done, 'a', true);
        queue.finish(done, 'b', true);
      }),
    ).toBeLessThan(LITTLE);
  });

  it('is gone when a probe has answered it', async () => {
    const probe = new FreshnessProbe<{ key: string; held: ArrayBuffer }, object>(
      async (questions) => questions.map(() => ({})),
      ({ key }) => key,
    );
    expect(
      await leftAfter(async (round) => {
        await Promise.all(
          Array.from({ length: 10 }, (_, n) => probe.lookUp({ key: `${round} ${n}`, held: holding() })),
        );
      }),
    ).toBeLessThan(LITTLE);
  });

  it('is gone when it came by a channel', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const server = createServer(accepted.resolve).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const here = connect((server.address() as { port: number }).port, '127.0.0.1');
    let heard: () => void = () => undefined;
    new Channel(await accepted.promise, { heard: () => heard(), closed: () => undefined });
    const sender = new Channel<unknown, never>(here, { heard: () => undefined, closed: () => undefined });
    const page = new Uint8Array(HELD_BYTES);
    const left = await leftAfter(
      () =>
        new Promise((resolve) => {
          heard = resolve;
          sender.send({ id: 1, answer: { outcome: 'page' } }, page);
        }),
    );
    here.destroy();
    server.close();
    expect(left).toBeLessThan(LITTLE);
  });

  it('leaves owners that wait for nothing uncounted', () => {
    const bounds = new ConcurrencyLimit(2, 3);
    expect(bounds.admit('a')).toBe(true);
    expect(bounds.admit('a')).toBe(true);
    expect(bounds.admit('a')).toBe(false);
    expect(bounds.admit('b')).toBe(true);
    expect(bounds.admit('c')).toBe(false);
    expect(bounds.owners).toBe(2);
    for (const owner of ['a', 'a', 'b']) bounds.leave(owner);
    expect([bounds.owners, bounds.size]).toEqual([0, 0]);
  });
});
