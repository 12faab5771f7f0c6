/**
 * The process where theme code runs: it has no credentials and no database, and may die at any instant. It starts workers, which get their tasks
 * from the web process itself, and tells the web process that it lives.
 */
import { Socket } from 'node:net';
import { Piscina, type PiscinaTask, queueOptionsSymbol } from 'piscina';
import { HEARTBEAT_MS } from '../limits.ts';
import { Channel } from '../messages/channel.ts';
import {
  CHANNEL_FD,
  COUNTER,
  type FromRenderProcess,
  type RenderProcessSettings,
  type ToRenderProcess,
  type WakeTask,
  type WorkerSettings,
} from '../messages/protocol.ts';
import { leaveSignalsToWebProcess } from '../signals.ts';

let pool: Piscina | undefined;

const channel = new Channel<FromRenderProcess, ToRenderProcess>(
  new Socket({ fd: CHANNEL_FD, readable: true, writable: true }),
  {
    heard(message) {
      if (message.type === 'start') start(message.settings);
      else wakeAll(message.niceness, (worker) => channel.send({ type: 'awake', worker }));
    },
    // The web process has ended.
    closed: () => process.exit(0),
  },
);
leaveSignalsToWebProcess();

function start({ bundles, workers, maxWorkers, warmThemes }: RenderProcessSettings): void {
  const counters = new Int32Array(new SharedArrayBuffer(4 * Object.keys(COUNTER).length));
  const workerData: WorkerSettings = { bundles, warmThemes, counters: counters.buffer };
  pool = new Piscina({
    // The script that has started this process starts its workers, too.
    filename: process.argv[1] ?? null,
    workerData,
    minThreads: 0,
    maxThreads: maxWorkers,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    // Nobody reads its times, whose histograms take 0.7 MB.
    recordTiming: false,
    // The web process chooses the worker; Piscina starts the worker where there is none yet.
    loadBalancer: (task, workers) => workers.toSorted((a, b) => a.id - b.id)[workerOf(task)] ?? null,
  });
  setInterval(() => {
    const [isolates, coldStarts] = [
      Atomics.load(counters, COUNTER.isolates),
      Atomics.load(counters, COUNTER.coldStarts),
    ];
    channel.send({ type: 'heartbeat', isolates, coldStarts });
  }, HEARTBEAT_MS);
  wakeAll(Array<number>(workers).fill(0), () => undefined).then(() => channel.send({ type: 'ready' }));
}

/** Starts workers one after the other. */
async function wakeAll(niceness: readonly number[], awake: (worker: number) => void): Promise<void> {
  for (const [worker, own] of niceness.entries()) {
    await wake({ worker, niceness: own });
    awake(worker);
  }
}

const wake = (task: WakeTask): Promise<void> => Promise.resolve(pool?.run({ ...task, [queueOptionsSymbol]: task }));

const workerOf = (task: PiscinaTask): number => (task[queueOptionsSymbol] as WakeTask).worker;
