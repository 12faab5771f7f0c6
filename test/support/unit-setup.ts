/**
 * Keeps the rule of the project `unit`: no process, no socket, no isolate, no timer of the real clock. Whatever a unit test starts of these throws.
 * A test that needs one of them is a service test; a test that needs time hands the code a clock, or takes vitest's fake timers.
 */
import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import workerThreads from 'node:worker_threads';
import { vi } from 'vitest';

/** Vitest loads this file once for each test file; a test process runs many of these. */
const KEPT = Symbol.for('vitrine: the rule of unit tests is kept');

/** Replaces functions of an object by ones that throw. Constructors throw as functions do. */
function refuse(owner: object, what: string, ...names: string[]): void {
  for (const name of names) {
    const refusal = function refusal(): never {
      throw new Error(
        `A unit test ${what} (${name}). The project unit allows no process, no socket, no isolate and no real timer: make it a service test.`,
      );
    };
    Object.defineProperty(owner, name, { value: refusal, configurable: true, writable: true, enumerable: true });
  }
}

/** The native module of isolates is refused where it is loaded: nobody has to import it for that. */
function refuseIsolates(): void {
  const load = process.dlopen;
  process.dlopen = (module: object, filename: string, ...flags: [number?]) => {
    if (filename.includes('isolated-vm'))
      throw new Error('A unit test loaded isolated-vm. The project unit allows no isolate: make it a service test.');
    return load.call(process, module, filename, ...(flags as [number]));
  };
}

function keepRule(): void {
  // Vitest's fake timers look at the real ones once, when they are made.
  vi.useFakeTimers();
  vi.useRealTimers();
  const started = 'started a process';
  refuse(childProcess, started, 'spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork');
  refuse(workerThreads, 'started a thread', 'Worker');
  refuse(net.Socket.prototype, 'connected a socket', 'connect');
  refuse(net.Server.prototype, 'listened on a socket', 'listen');
  refuse(dgram.Socket.prototype, 'used a socket', 'bind', 'send', 'connect');
  const waited = 'used a real timer';
  for (const owner of [globalThis, timers, timersPromises]) refuse(owner, waited, 'setTimeout', 'setInterval');
  refuse(timersPromises.scheduler, waited, 'wait');
  refuse(AbortSignal, waited, 'timeout');
  refuseIsolates();
  syncBuiltinESMExports();
}

if (!(KEPT in globalThis)) {
  Object.defineProperty(globalThis, KEPT, { value: true });
  keepRule();
}
