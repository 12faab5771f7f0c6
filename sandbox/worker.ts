/** A piscina worker: does the tasks that come by a connection of its own, one at a time and in order. */
import { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { Channel } from './channel.ts';
import { type ToWorker, unwrapTask, wrapAnswer } from './parcels.ts';
import { type FromWorker, type Handed, type WakeTask, workerFd } from './protocol.ts';
import { prepare, run } from './tasks.ts';

let channel: Channel<unknown, ToWorker> | undefined;
const waiting: Handed[] = [];

/** Asked once it is started, and again when its process is given a post. */
export default function wake({ worker, niceness }: WakeTask): void {
  giveWay(niceness);
  setImmediate(prepare);
  channel ??= new Channel<unknown, ToWorker>(new Socket({ fd: workerFd(worker), readable: true, writable: true }), {
    heard(message, bytes) {
      waiting.push(unwrapTask(message, bytes));
      work();
    },
    // The process ends with its own connection.
    closed: () => undefined,
  });
}

/** Of this thread alone, as Linux counts; it cannot be taken back. */
function giveWay(niceness: number): void {
  if (niceness > getPriority()) setPriority(niceness);
}

/** The next task begins when the answer before it has left: while a task runs, nothing moves on the connection. */
function work(): void {
  while (channel && !channel.isSending) {
    const handed = waiting.shift();
    if (!handed) return;
    channel.send(...wrapAnswer(finished(handed)), work);
  }
}

function finished({ id, task }: Handed): FromWorker {
  try {
    return { id, ...run(task) };
  } catch (error) {
    return { id, failed: (error as Error).message };
  }
}
