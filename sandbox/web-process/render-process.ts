import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { LEAST_NICENESS } from '../limits.ts';
import { Channel } from '../messages/channel.ts';
import { type CpuPolicy, NORMAL_CPU } from '../messages/cpu-policy.ts';
import { decodeAnswer, encodeTask, type ToWorker } from '../messages/encoding.ts';
import type {
  Bundles,
  FromRenderProcess,
  FromWorker,
  RenderProcessSettings,
  TaskMessage,
  ToRenderProcess,
} from '../messages/protocol.ts';
import { type End, Launcher } from './launcher.ts';
import { cpuMsOf, residentBytesOf } from './process-usage.ts';

export interface RenderProcessEvents {
  ready(): void;
  /** A worker has started. */
  awake(worker: number): void;
  /** @param connection number of the worker's connection: no other worker ever has the same */
  finished(finished: FromWorker, connection: number): void;
  /** The process has ended, and all that it had sent has been read. */
  ended(end: End): void;
}

/** Number of the connection to a worker that was made last. */
let lastConnection = 0;

/** Sends the tasks of one turn of the event loop in one piece: of four, each takes 4.3 µs of processor time in both processes instead of 5.9. */
class WorkerConnection {
  readonly #channel: Channel<ToWorker, FromWorker>;
  #leaving: TaskMessage[] = [];

  constructor(channel: Channel<ToWorker, FromWorker>) {
    this.#channel = channel;
  }

  send(task: TaskMessage): void {
    this.#leaving.push(task);
    if (this.#leaving.length > 1) return;
    setImmediate(() => {
      this.#channel.together(() => {
        for (const one of this.#leaving) this.#channel.send(...encodeTask(one));
      });
      this.#leaving = [];
    });
  }
}

/** A render process, as the pool sees it. */
export interface RenderProcess {
  readonly pid: number | undefined;
  readonly isReady: boolean;
  /** Whether the process has sent something since this was last set to false. */
  wasHeard: boolean;
  /** As the last heartbeat told. */
  readonly counts: { readonly isolates: number; readonly coldStarts: number };
  /** Memory that the process occupies, bytes; 0 where the system does not tell. */
  readonly residentBytes: number;
  /** Processor time of all threads, milliseconds; NaN where the system does not tell. */
  readonly cpuMs: number;
  readonly cpuPolicy: CpuPolicy;
  setCpuPolicy(cpuPolicy: CpuPolicy): void;
  /** Sets the niceness of every thread. */
  setNiceness(niceness: number): void;
  /** Starts a worker for each niceness; `awake` tells of each. */
  startWorkers(niceness: readonly number[]): void;
  /** Gives a task to a worker, counted from 0; `ended` tells of a process that has just died. */
  send(worker: number, task: TaskMessage): void;
  /** Ends the process, also before it has started. */
  kill(): void;
}

/** Gives a pool its processes. */
export interface ProcessSource {
  launch(
    settings: Omit<RenderProcessSettings, 'bundles'>,
    events: RenderProcessEvents,
    cpuPolicy: CpuPolicy,
  ): RenderProcess;
  close(): void;
}

/** @param givesWay whether the processes have the niceness of their roles, or all of them the least */
export function launchedBy(bundles: Bundles, givesWay = true): ProcessSource {
  const launcher = new Launcher(bundles);
  return {
    launch: (settings, events, cpuPolicy) =>
      givesWay
        ? new LaunchedProcess(launcher, { bundles, ...settings }, events, cpuPolicy)
        : new EqualProcess(launcher, { bundles, ...settings }, events),
    close: () => launcher.close(),
  };
}

/** A render process of this machine. */
export class LaunchedProcess implements RenderProcess {
  readonly #launcher: Launcher;
  readonly #events: RenderProcessEvents;
  pid: number | undefined;
  #channel: Channel<ToRenderProcess, FromRenderProcess> | null = null;
  #workers: readonly WorkerConnection[] = [];
  /** Connections on which more may be heard. */
  #open = 0;
  isReady = false;
  cpuPolicy: CpuPolicy;
  #isKilled = false;
  /** What the launcher told, perhaps before all messages of the process have been read. */
  #end: End | null = null;
  wasHeard = true;
  counts = { isolates: 0, coldStarts: 0 };

  constructor(
    launcher: Launcher,
    settings: RenderProcessSettings,
    events: RenderProcessEvents,
    cpuPolicy: CpuPolicy = NORMAL_CPU,
  ) {
    this.#launcher = launcher;
    this.cpuPolicy = cpuPolicy;
    this.#events = events;
    launcher.launch(
      { code: settings.bundles.renderProcess, connections: 1 + settings.maxWorkers, cpuPolicy },
      {
        launched: (pid, [own, ...others]) => {
          this.pid = pid;
          if (this.cpuPolicy !== cpuPolicy) launcher.setCpuPolicy(pid, this.cpuPolicy);
          this.#channel = own ? this.#listen<ToRenderProcess, FromRenderProcess>(own, (one) => this.#hear(one)) : null;
          this.#workers = others.map((socket) => {
            const connection = ++lastConnection;
            const hear = (one: FromWorker, bytes: Uint8Array) => this.#hearWorker(one, bytes, connection);
            return new WorkerConnection(this.#listen(socket, hear));
          });
          if (this.#isKilled) this.kill();
          else this.#channel?.send({ type: 'start', settings });
        },
        ended: (end) => {
          this.#end = end;
          if (this.#open === 0) events.ended(end);
        },
      },
    );
  }

  startWorkers(niceness: readonly number[]): void {
    this.#channel?.send({ type: 'workers', niceness });
  }

  send(worker: number, task: TaskMessage): void {
    this.#workers[worker]?.send(task);
  }

  /**
   * SIGKILL, because `exit()` can hang after a catastrophic out-of-memory. A process without a pid has not been launched in time: the launching
   * process hangs, and is ended.
   */
  kill(): void {
    this.#isKilled = true;
    if (this.pid === undefined) this.#launcher.close();
    else if (this.#open > 0 || !this.#end) endByForce(this.pid);
  }

  /** Linux sets the niceness of one thread at a time. */
  setNiceness(niceness: number): void {
    for (const thread of this.#threads()) {
      try {
        setPriority(thread, niceness);
      } catch {
        // The thread has ended, or cannot become less nice.
      }
    }
  }

  setCpuPolicy(cpuPolicy: CpuPolicy): void {
    this.cpuPolicy = cpuPolicy;
    if (this.pid !== undefined) this.#launcher.setCpuPolicy(this.pid, cpuPolicy);
  }

  get residentBytes(): number {
    return residentBytesOf(this.pid);
  }

  get cpuMs(): number {
    return cpuMsOf(this.pid);
  }

  #threads(): number[] {
    try {
      return readdirSync(`/proc/${this.pid}/task`).map(Number);
    } catch {
      return this.pid === undefined ? [] : [this.pid];
    }
  }

  #listen<Sent, Heard>(socket: Socket, heard: (message: Heard, bytes: Uint8Array) => void): Channel<Sent, Heard> {
    this.#open++;
    return new Channel<Sent, Heard>(socket, { heard, closed: () => this.#noteClosed() });
  }

  /** A process that has lost a connection is ended. */
  #noteClosed(): void {
    this.#open--;
    if (this.#open === 0 && this.#end) this.#events.ended(this.#end);
    else this.kill();
  }

  /** A process that sends what is no answer is ended. */
  #hearWorker(message: FromWorker, bytes: Uint8Array, connection: number): void {
    this.wasHeard = true;
    let finished: FromWorker;
    try {
      finished = decodeAnswer(message, bytes);
    } catch {
      this.kill();
      return;
    }
    this.#events.finished(finished, connection);
  }

  /** As `#hearWorker`. */
  #hear(message: FromRenderProcess | null): void {
    this.wasHeard = true;
    switch (message?.type) {
      case 'heartbeat':
        if (typeof message.isolates === 'number' && typeof message.coldStarts === 'number') this.counts = message;
        else this.kill();
        break;
      case 'awake':
        this.#events.awake(message.worker);
        break;
      case 'ready':
        this.isReady = true;
        this.#events.ready();
        break;
      default:
        this.kill();
    }
  }
}

/** A process that gives way to no other program. */
class EqualProcess extends LaunchedProcess {
  override setCpuPolicy(): void {}

  override setNiceness(): void {}

  override startWorkers({ length }: readonly number[]): void {
    super.startWorkers(Array<number>(length).fill(LEAST_NICENESS));
  }
}

function endByForce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has just ended by itself.
  }
}
