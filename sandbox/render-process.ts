/**
 * The process where theme code runs: no credentials, no database, may die at any instant. It holds a piscina pool, passes tasks to
 * the workers that they are for, and says that it lives; who watches it is the web process.
 */
import { Socket } from 'node:net';
import { Piscina, type PiscinaTask, queueOptionsSymbol } from 'piscina';
import { Channel } from './channel.ts';
import { HEARTBEAT_MS } from './limits.ts';
import {
  CHANNEL_FD,
  COUNTER,
  type Finished,
  type FromRenderProcess,
  type Handed,
  type RenderProcessSettings,
  type Task,
  type TimedAnswer,
  type ToRenderProcess,
  type WorkerSettings,
} from './protocol.ts';
import { leaveSignalsToWebProcess } from './signals.ts';

let pool: Piscina | undefined;
/** Answers of one turn of the event loop leave in one message. */
let finished: Finished[] = [];

const channel = new Channel<FromRenderProcess, ToRenderProcess>(
  new Socket({ fd: CHANNEL_FD, readable: true, writable: true }),
  {
    heard(message) {
      if (message.type === 'start') start(message.settings);
      else if (message.type === 'post') {
        message.niceness.forEach((niceness, worker) => {
          wake(worker, niceness).then(() => channel.send({ type: 'awake', worker }));
        });
      } else for (const handed of message.tasks) run(handed);
    },
    // The web process is gone: nobody waits for an answer.
    closed: () => process.exit(0),
  },
);
leaveSignalsToWebProcess();

function start({ bundles, workers, maxWorkers, themeCache }: RenderProcessSettings): void {
  const counters = new Int32Array(new SharedArrayBuffer(4 * Object.keys(COUNTER).length));
  const workerData: WorkerSettings = { bundles, themeCache, counters: counters.buffer };
  pool = new Piscina({
    // What has started this process starts its workers, too.
    filename: process.argv[1] ?? null,
    workerData,
    minThreads: workers,
    maxThreads: maxWorkers,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    // The supervisor chose the worker by rendezvous hashing over all processes; one that is not there yet is started.
    loadBalancer: (task, workers) => workers.toSorted((a, b) => a.id - b.id)[workerOf(task)] ?? null,
  });
  setInterval(() => {
    const [isolates, coldStarts] = [
      Atomics.load(counters, COUNTER.isolates),
      Atomics.load(counters, COUNTER.coldStarts),
    ];
    channel.send({ type: 'heartbeat', isolates, coldStarts });
  }, HEARTBEAT_MS);
  Promise.all(Array.from({ length: workers }, (_, worker) => wake(worker, 0))).then(() =>
    channel.send({ type: 'ready' }),
  );
}

const runAt = (worker: number, task: Task) => pool?.run({ ...task, [queueOptionsSymbol]: { worker } });

const wake = (worker: number, niceness: number) => Promise.resolve(runAt(worker, { kind: 'wake', niceness }));

function run({ id, worker, task }: Handed): void {
  runAt(worker, task)?.then(
    (timed: TimedAnswer) => finish({ id, ...timed }),
    (error: Error) => finish({ id, failed: error.message }),
  );
}

const workerOf = (task: PiscinaTask): number => (task[queueOptionsSymbol] as { readonly worker: number }).worker;

function finish(one: Finished): void {
  finished.push(one);
  if (finished.length > 1) return;
  setImmediate(() => {
    channel.send({ type: 'finished', finished });
    finished = [];
  });
}
