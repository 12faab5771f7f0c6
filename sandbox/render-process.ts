/**
 * The process where theme code runs: no credentials, no database, may die at any instant. It holds a piscina pool and
 * watches the clocks of its workers; what a worker does not end by itself ends with the process.
 */
import { Piscina } from 'piscina';
import { RENDER_TIME_MS } from '../engine/limits.ts';
import { TASKS_PER_WORKER, WATCHDOG_GRACE_MS, WATCHDOG_PERIOD_MS } from './limits.ts';
import type { Answer, FromRenderProcess, ToRenderProcess, WorkerSettings } from './protocol.ts';

/** Slots for the workers that piscina may start in the life of this process. */
const CLOCK_SLOTS = 1_024;

let pool: Piscina | undefined;

process.on('message', (message: ToRenderProcess) => {
  if (message.type === 'start') start(message);
  else run(message);
});
// The web process is gone: nobody waits for an answer.
process.on('disconnect', () => process.exit(0));
// A Ctrl-C in the terminal reaches the whole process group; the web process decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

function start({ guests, workers, themeCache }: Extract<ToRenderProcess, { type: 'start' }>): void {
  const clocks = new SharedArrayBuffer(4 * (1 + CLOCK_SLOTS));
  const workerData: WorkerSettings = { guests, themeCache, clocks };
  pool = new Piscina({
    filename: new URL('worker.ts', import.meta.url).href,
    workerData,
    minThreads: workers,
    maxThreads: workers,
    idleTimeout: Number.POSITIVE_INFINITY,
    concurrentTasksPerWorker: TASKS_PER_WORKER,
    atomics: 'disabled',
  });
  setInterval(() => endIfStuck(new Int32Array(clocks)), WATCHDOG_PERIOD_MS);
  send({ type: 'ready' });
}

function run({ id, task }: Extract<ToRenderProcess, { type: 'task' }>): void {
  pool?.run(task).then(
    (answer: Answer) => send({ type: 'answer', id, answer }),
    (error: Error) => send({ type: 'failed', id, reason: error.message }),
  );
}

/** SIGKILL, because after a catastrophic out-of-memory `terminate()` and `exit()` can hang (architecture). */
function endIfStuck(clocks: Int32Array): void {
  const now = Date.now() & 0x7fff_ffff;
  for (const began of clocks.subarray(1)) {
    if (began !== 0 && now - began > RENDER_TIME_MS + WATCHDOG_GRACE_MS) process.kill(process.pid, 'SIGKILL');
  }
}

function send(message: FromRenderProcess): void {
  process.send?.(message);
}
