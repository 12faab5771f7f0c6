import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { Channel } from './channel.ts';
import type { End, Launcher } from './launcher.ts';
import type { Finished, FromRenderProcess, Handed, RenderProcessSettings, ToRenderProcess } from './protocol.ts';

/** Bytes of a page of memory, in which Linux counts. */
const PAGE_BYTES = 4_096;

export interface RenderChildEvents {
  ready(): void;
  /** A worker of its post is there. */
  awake(worker: number): void;
  finished(finished: readonly Finished[]): void;
  /** All that it had to say has been heard, and it is gone. */
  ended(end: End): void;
}

/** One render process, seen from the process that holds the connections. */
export class RenderChild {
  readonly #launcher: Launcher;
  readonly #events: RenderChildEvents;
  #pid: number | undefined;
  #channel: Channel<ToRenderProcess, FromRenderProcess> | null = null;
  #isReady = false;
  /** It is to end, whether it is there yet or not. */
  #isDoomed = false;
  /** Told by the launcher, perhaps before all that it had to say has been heard. */
  #end: End | null = null;
  /** Tasks of one turn of the event loop leave in one message. */
  #leaving: Handed[] = [];
  /** Whether it has said something since this was last taken back. */
  wasHeard = true;
  /** As its last heartbeat told. */
  counts = { isolates: 0, coldStarts: 0 };

  constructor(launcher: Launcher, settings: RenderProcessSettings, events: RenderChildEvents) {
    this.#launcher = launcher;
    this.#events = events;
    launcher.launch(settings.bundles.renderProcess, {
      launched: (pid, socket) => {
        this.#pid = pid;
        this.#channel = new Channel(socket, {
          heard: (message) => this.#hear(message),
          closed: () => this.#noteClosed(),
        });
        if (this.#isDoomed) this.kill();
        else this.#channel.send({ type: 'start', settings });
      },
      ended: (end) => {
        this.#end = end;
        if (!this.#channel) events.ended(end);
      },
    });
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

  /** Gives a task to one of its workers; one that has just died says so by `ended`. */
  hand(task: Handed): void {
    this.#leaving.push(task);
    if (this.#leaving.length > 1) return;
    setImmediate(() => {
      this.#channel?.send({ type: 'tasks', tasks: this.#leaving });
      this.#leaving = [];
    });
  }

  /**
   * SIGKILL, because after a catastrophic out-of-memory `terminate()` and `exit()` can hang (architecture). Where it is not even there,
   * the process that is to launch it is at fault.
   */
  kill(): void {
    this.#isDoomed = true;
    if (this.#pid === undefined) this.#launcher.close();
    else if (this.#channel || !this.#end) endByForce(this.#pid);
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

  /** Memory that it occupies, bytes, as the system counts it; 0 where that cannot be known. */
  get residentBytes(): number {
    try {
      return Number(readFileSync(`/proc/${this.pid}/statm`, 'latin1').split(' ')[1]) * PAGE_BYTES;
    } catch {
      return 0;
    }
  }

  #threads(): number[] {
    try {
      return readdirSync(`/proc/${this.pid}/task`).map(Number);
    } catch {
      return this.pid === undefined ? [] : [this.pid];
    }
  }

  #noteClosed(): void {
    this.#channel = null;
    if (this.#end) this.#events.ended(this.#end);
    else this.kill();
  }

  #hear(message: FromRenderProcess): void {
    this.wasHeard = true;
    switch (message.type) {
      case 'finished':
        this.#events.finished(message.finished);
        break;
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
