/** A piscina worker: does the tasks that come by a connection of its own, one at a time and in order. */
import { Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { Channel } from '../messages/channel.ts';
import { decodeTask, encodeAnswer, type ToWorker } from '../messages/encoding.ts';
import { type FromWorker, type TaskMessage, type WakeTask, workerFd } from '../messages/protocol.ts';
import { prepare, run } from './tasks.ts';

let channel: Channel<unknown, ToWorker> | undefined;
const waiting: TaskMessage[] = [];

/** Called when the worker is started, and again when its process gets a role. */
export default function wake({ worker, niceness }: WakeTask): void {
  setNiceness(niceness);
  setImmediate(prepare);
  channel ??= new Channel<unknown, ToWorker>(new Socket({ fd: workerFd(worker), readable: true, writable: true }), {
    heard(message, bytes) {
      waiting.push(decodeTask(message, bytes));
      work();
    },
    // The process ends with its own connection.
    closed: () => undefined,
  });
}

/** Of this thread alone, as Linux counts; it cannot be taken back. */
function setNiceness(niceness: number): void {
  if (niceness > getPriority()) setPriority(niceness);
}

/** The next task begins when the answer before it has left: while a task runs, nothing moves on the connection. */
function work(): void {
  while (channel && !channel.isSending) {
    const next = waiting.shift();
    if (!next) return;
    channel.send(...encodeAnswer(finished(next)), work);
    setImmediate(prepareForNext);
  }
}

/** Only while no task waits. */
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
