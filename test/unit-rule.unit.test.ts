/** What `support/unit-setup.ts` refuses to every test of this project. */
import { execFile, fork, spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep, setInterval as ticks } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.useRealTimers());

it.each<[string, () => unknown]>([
  ['a process', () => spawn('true')],
  ['a process that is waited for', () => spawnSync('true')],
  ['a process with its output', () => execFile('true', () => undefined)],
  ['a process of Node', () => fork('nothing.ts')],
  ['a thread', () => new Worker('nothing.ts')],
  ['a connection', () => connect(1, '127.0.0.1')],
  ['a request', () => get('http://127.0.0.1:1')],
  ['a server', () => createServer().listen(0)],
  ['a datagram', () => createSocket('udp4').bind(0)],
  ['an isolate', () => createRequire(import.meta.url)('isolated-vm')],
  ['a timer', () => setTimeout(() => undefined, 1)],
  ['an interval', () => setInterval(() => undefined, 1)],
  ['a timer that is awaited', () => sleep(1)],
  ['an interval that is awaited', () => ticks(1)],
  ['a signal after a time', () => AbortSignal.timeout(1)],
])('%s is refused with a sentence that names the rule', (_what, use) => {
  expect(use).toThrow('The project unit allows no');
});

it('fetch is refused', async () => {
  const failure = await fetch('http://127.0.0.1:9999').catch((error: Error) => error.cause);
  expect(String(failure)).toContain('The project unit allows no');
});

it('timers that a test hands out itself are allowed', () => {
  vi.useFakeTimers();
  const run = vi.fn();
  setTimeout(run, 60_000);
  vi.advanceTimersByTime(60_000);
  expect(run).toHaveBeenCalledOnce();
});
