import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { Channel } from './channel.ts';
import type { End, Launcher } from './launcher.ts';
import { type ToWorker, unwrapAnswer, wrapTask } from './parcels.ts';
import type { FromRenderProcess, FromWorker, Handed, RenderProcessSettings, ToRenderProcess } from './protocol.ts';
import { type Restraint, UNRESTRAINED } from './restraint.ts';

/** Bytes of a page of memory, in which Linux counts. */
const PAGE_BYTES = 4_096;
/** One of the hundredths of a second in which Linux tells processor time. */
const TICK_MS = 10;

export interface RenderChildEvents {
  ready(): void;
  /** A worker of its post is there. */
  awake(worker: number): void;
  finished(finished: FromWorker): void;
  /** All that it had to say has been heard, and it is gone. */
  ended(end: End): void;
}

/** Tasks of one turn of the event loop leave together. */
class WorkerConnection {
  readonly #channel: Channel<ToWorker, FromWorker>;
  #leaving: Handed[] = [];

  constructor(channel: Channel<ToWorker, FromWorker>) {
    this.#channel = channel;
  }

  hand(task: Handed): void {
    this.#leaving.push(task);
    if (this.#leaving.length > 1) return;
    setImmediate(() => {
      this.#channel.together(() => {
        for (const one of this.#leaving) this.#channel.send(...wrapTask(one));
      });
      this.#leaving = [];
    });
  }
}

/** One render process, seen from the process that holds the connections. */
export class RenderChild {
  readonly #launcher: Launcher;
  readonly #events: RenderChildEvents;
  #pid: number | undefined;
  #channel: Channel<ToRenderProcess, FromRenderProcess> | null = null;
  #workers: readonly WorkerConnection[] = [];
  /** Connections on which more may be heard. */
  #open = 0;
  #isReady = false;
  #restraint: Restraint;
  /** It is to end, whether it is there yet or not. */
  #isDoomed = false;
  /** Told by the launcher, perhaps before all that it had to say has been heard. */
  #end: End | null = null;
  /** Whether it has said something since this was last taken back. */
  wasHeard = true;
  /** As its last heartbeat told. */
  counts = { isolates: 0, coldStarts: 0 };

  constructor(
    launcher: Launcher,
    settings: RenderProcessSettings,
    events: RenderChildEvents,
    restraint: Restraint = UNRESTRAINED,
  ) {
    this.#launcher = launcher;
    this.#restraint = restraint;
    this.#events = events;
    launcher.launch(
      { code: settings.bundles.renderProcess, connections: 1 + settings.maxWorkers, restraint },
      {
        launched: (pid, [own, ...others]) => {
          this.#pid = pid;
          if (this.#restraint !== restraint) launcher.restrain(pid, this.#restraint);
          this.#channel = own ? this.#listen<ToRenderProcess, FromRenderProcess>(own, (one) => this.#hear(one)) : null;
          this.#workers = others.map(
            (socket) =>
              new WorkerConnection(
                this.#listen(socket, (one: FromWorker, bytes) => this.#hearWorker(unwrapAnswer(one, bytes))),
              ),
          );
          if (this.#isDoomed) this.kill();
          else this.#channel?.send({ type: 'start', settings });
        },
        ended: (end) => {
          this.#end = end;
          if (this.#open === 0) events.ended(end);
        },
      },
    );
  }

  get pid(): number | undefined {
    return this.#pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Asks for a worker of each niceness; `awake` tells of each. */
  post(niceness: readonly number[]): void {
    this.#channel?.send({ type: 'post', niceness });
  }

  /** Gives a task to one of its workers, counted from 0; a process that has just died says so by `ended`. */
  hand(worker: number, task: Handed): void {
    this.#workers[worker]?.hand(task);
  }

  /**
   * SIGKILL, because after a catastrophic out-of-memory `terminate()` and `exit()` can hang (architecture). Where it is not even there,
   * the process that is to launch it is at fault.
   */
  kill(): void {
    this.#isDoomed = true;
    if (this.#pid === undefined) this.#launcher.close();
    else if (this.#open > 0 || !this.#end) endByForce(this.#pid);
  }

  /** Lets the process that holds the connections, and those below this number, go first: every thread, which Linux asks one by one. */
  giveWay(niceness: number): void {
    for (const thread of this.#threads()) {
      try {
        setPriority(thread, niceness);
      } catch {
        // The thread has ended, or has given way further already, which cannot be taken back.
      }
    }
  }

  get restraint(): Restraint {
    return this.#restraint;
  }

  /** Restrains it from now on, or frees it of what restrained it. */
  restrain(restraint: Restraint): void {
    this.#restraint = restraint;
    if (this.#pid !== undefined) this.#launcher.restrain(this.#pid, restraint);
  }

  /** Memory that it occupies, bytes, as the system counts it; 0 where that cannot be known. */
  get residentBytes(): number {
    try {
      return Number(readFileSync(`/proc/${this.pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
    } catch {
      return 0;
    }
  }

  /** Processor time that all of its threads have used, milliseconds, as the system counts it; NaN where that cannot be known. */
  get cpuMs(): number {
    try {
      const stat = readFileSync(`/proc/${this.pid}/stat`, 'latin1');
      // The name in brackets may hold anything; user and system time are the twelfth and the thirteenth field after it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    } catch {
      return Number.NaN;
    }
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

  /** Without one of its connections it is of no use. */
  #noteClosed(): void {
    this.#open--;
    if (this.#open === 0 && this.#end) this.#events.ended(this.#end);
    else this.kill();
  }

  #hearWorker(finished: FromWorker): void {
    this.wasHeard = true;
    this.#events.finished(finished);
  }

  #hear(message: FromRenderProcess): void {
    this.wasHeard = true;
    switch (message.type) {
      case 'heartbeat':
        this.counts = message;
        break;
      case 'awake':
        this.#events.awake(message.worker);
        break;
      case 'ready':
        this.#isReady = true;
        this.#events.ready();
    }
  }
}

function endByForce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just gone by itself.
  }
}
