import { connect, createServer, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Channel } from '../../sandbox/messages/channel.ts';
import { until } from '../support/until.ts';

let server: Server;
afterEach(() => server.close());

/** Both ends of a connection. */
async function pair(): Promise<[Socket, Socket]> {
  const accepted = new Promise<Socket>((resolve) => {
    server = createServer(resolve).listen(0, '127.0.0.1');
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return [connect({ port: (server.address() as { port: number }).port, host: '127.0.0.1' }), await accepted];
}

/** Any character. The library's own of these tables all of them, which takes a second. */
const stringUnit = fc
  .nat(0x10ffff)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map(
    (code) => String.fromCodePoint(code),
    (text) => {
      const [code = -1, ...others] = [...String(text)].map((one) => one.codePointAt(0));
      if (others.length > 0) throw new Error('more than a character');
      return code;
    },
  );
/** Anything that the processes tell each other, and bytes beside it. */
const message = fc.tuple(fc.jsonValue({ stringUnit }), fc.uint8Array({ maxLength: 200 }));

describe('a channel', () => {
  it('brings every message whole and in order, however the socket cuts it up', async () => {
    const [here, there] = await pair();
    const heard: unknown[] = [];
    new Channel(there, { heard: (one, bytes) => heard.push([one, bytes]), closed: () => undefined });
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 1, maxLength: 5 }), sizes, async (messages, cuts) => {
        heard.length = 0;
        const written: Buffer[] = [];
        const recording = { on: () => undefined, once: () => undefined, writable: true };
        const sender = new Channel(
          { ...recording, write: (bytes: Buffer) => written.push(bytes) } as unknown as Socket,
          {
            heard: () => undefined,
            closed: () => undefined,
          },
        );
        for (const [one, bytes] of messages) sender.send(one, bytes);
        const bytes = Buffer.concat(written);
        for (let at = 0, cut = 0; at < bytes.length; cut++) {
          const size = Number(cuts[cut % cuts.length]);
          here.write(bytes.subarray(at, at + size));
          at += size;
          if (cut < 20) await new Promise(setImmediate);
        }
        await until('all messages have arrived', () => expect(heard.length).toBe(messages.length));
        expect(heard).toEqual(messages.map(([one, bytes]) => [JSON.parse(JSON.stringify(one)), bytes]));
      }),
      { numRuns: 50 },
    );
    here.destroy();
  });

  it('sends at once what is sent together', async () => {
    const [here, there] = await pair();
    const heard: unknown[] = [];
    new Channel(there, { heard: (one) => heard.push(one), closed: () => undefined });
    const sender = new Channel<number, never>(here, { heard: () => undefined, closed: () => undefined });
    sender.together(() => {
      for (let n = 0; n < 5; n++) sender.send(n);
    });
    await until('five messages have arrived', () => expect(heard.length).toBe(5));
    expect(heard).toEqual([0, 1, 2, 3, 4]);
    here.destroy();
  });

  it('brings pages of megabytes, and tells once that the other side is gone, after all that it said', async () => {
    const [here, there] = await pair();
    const told: unknown[] = [];
    new Channel<never, unknown>(there, {
      heard: (_message, body) => told.push([body.length, body[0], body.at(-1)]),
      closed: () => told.push('closed'),
    });
    const sender = new Channel<unknown, never>(here, { heard: () => undefined, closed: () => undefined });
    for (let n = 1; n <= 4; n++) sender.send({}, new Uint8Array(n * 1024 * 1024).fill(n));
    here.end();
    await until('the end is told', () => expect(told).toContain('closed'));
    expect(told).toEqual([1, 2, 3, 4].map((n) => [n * 1024 * 1024, n, n] as unknown).concat('closed'));
    sender.send({}, new Uint8Array(1));
  });

  it('tells when a message has left that the other side was slow to take', async () => {
    const [here, there] = await pair();
    const sender = new Channel<unknown, never>(here, { heard: () => undefined, closed: () => undefined });
    let hasLeft = false;
    sender.send({}, new Uint8Array(64 * 1024 * 1024), () => {
      hasLeft = true;
    });
    expect(sender.isSending).toBe(true);
    await new Promise(setImmediate);
    expect(hasLeft).toBe(false);
    there.resume();
    await until('the other side has left', () => expect(hasLeft).toBe(true));
    expect(sender.isSending).toBe(false);
    here.destroy();
  });

  it('ends with whoever writes what is no message, and hands out no bytes but theirs', async () => {
    const nonsense = [
      Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]),
      Buffer.from([4, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4]),
      // More JSON than there is in all, all of it right.
      Buffer.from([4, 0, 0, 0, 9, 0, 0, 0, ...Buffer.from('null')]),
      Buffer.from('GET / HTTP/1.1\r\nHost: ici\r\n\r\n'),
    ];
    for (const bytes of nonsense) {
      const [here, there] = await pair();
      const heard: unknown[] = [];
      const closed = new Promise<void>((resolve) => {
        new Channel(there, { heard: (one) => heard.push(one), closed: resolve });
      });
      here.on('error', () => undefined).write(bytes);
      await closed;
      expect(heard).toEqual([]);
      here.destroy();
      server.close();
    }
  });
});
