/**
 * The process where theme code runs: no credentials, no database, may die at any instant. It holds a piscina pool, whose workers are
 * given their tasks by the web process itself, and says that it lives; who watches it is the web process.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Piscina, type PiscinaTask, queueOptionsSymbol } from 'piscina';
import { Channel } from './channel.ts';
import { HEARTBEAT_MS } from './limits.ts';
import {
  CHANNEL_FD,
  COUNTER,
  type FromRenderProcess,
  type RenderProcessSettings,
  type ToRenderProcess,
  type WakeTask,
  type WorkerSettings,
} from './protocol.ts';
import { leaveSignalsToWebProcess } from './signals.ts';

let pool: Piscina | undefined;

const channel = new Channel<FromRenderProcess, ToRenderProcess>(
  new Socket({ fd: CHANNEL_FD, readable: true, writable: true }),
  {
    heard(message) {
      if (message.type === 'start') start(message.settings);
      else wakeInTurn(message.niceness, (worker) => channel.send({ type: 'awake', worker }));
    },
    // The web process is gone: nobody waits for an answer.
    closed: () => process.exit(0),
  },
);
leaveSignalsToWebProcess();

function start({ bundles, workers, maxWorkers, pauseMs, themeCache }: RenderProcessSettings): void {
  const counters = new Int32Array(new SharedArrayBuffer(4 * Object.keys(COUNTER).length));
  const workerData: WorkerSettings = { bundles, themeCache, counters: counters.buffer };
  pool = new Piscina({
    // What has started this process starts its workers, too.
    filename: process.argv[1] ?? null,
    workerData,
    minThreads: 0,
    maxThreads: maxWorkers,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    // The supervisor chooses workers by rendezvous hashing over all processes; one that is not there yet is started.
    loadBalancer: (task, workers) => workers.toSorted((a, b) => a.id - b.id)[workerOf(task)] ?? null,
  });
  setInterval(() => {
    const [isolates, coldStarts] = [
      Atomics.load(counters, COUNTER.isolates),
      Atomics.load(counters, COUNTER.coldStarts),
    ];
    channel.send({ type: 'heartbeat', isolates, coldStarts });
  }, HEARTBEAT_MS);
  wakeInTurn(Array<number>(workers).fill(0), () => sleep(pauseMs)).then(() => channel.send({ type: 'ready' }));
}

/** One after the other: two threads that start at once leave no core to the pages of others. */
async function wakeInTurn(niceness: readonly number[], awake: (worker: number) => unknown): Promise<void> {
  for (const [worker, own] of niceness.entries()) {
    await wake({ worker, niceness: own });
    await awake(worker);
  }
}

const wake = (task: WakeTask): Promise<void> => Promise.resolve(pool?.run({ ...task, [queueOptionsSymbol]: task }));

const workerOf = (task: PiscinaTask): number => (task[queueOptionsSymbol] as WakeTask).worker;
