/** A worker of Piscina: does the tasks that come by its own connection, one at a time and in order. */
import { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { Channel } from '../messages/channel.ts';
import { decodeTask, encodeAnswer, type ToWorker } from '../messages/encoding.ts';
import { type FromWorker, type TaskMessage, type WakeTask, workerFd } from '../messages/protocol.ts';
import { prepare, run } from './tasks.ts';

let channel: Channel<unknown, ToWorker> | undefined;
const waiting: TaskMessage[] = [];

/** Called when the worker starts, and again when its process gets a role. */
export default function wake({ worker, niceness }: WakeTask): void {
  setNiceness(niceness);
  setImmediate(prepare);
  channel ??= new Channel<unknown, ToWorker>(new Socket({ fd: workerFd(worker), readable: true, writable: true }), {
    heard(message, bytes) {
      waiting.push(decodeTask(message, bytes));
      work();
    },
    // The process ends when the connection of its own closes (main.ts).
    closed: () => undefined,
  });
}

/** Sets the niceness of this thread, as Linux does it. No thread can become less nice. */
function setNiceness(niceness: number): void {
  if (niceness > getPriority()) setPriority(niceness);
}

/** A task begins when the answer before it has left: while a task runs, this thread sends nothing. */
function work(): void {
  while (channel && !channel.isSending) {
    const next = waiting.shift();
    if (!next) return;
    channel.send(...encodeAnswer(finished(next)), work);
    setImmediate(prepareForNext);
  }
}

function prepareForNext(): void {
  if (waiting.length === 0) prepare();
}

function finished({ id, task }: TaskMessage): FromWorker {
  try {
    return { id, ...run(task) };
  } catch (error) {
    return { id, failed: (error as Error).message };
  }
}
