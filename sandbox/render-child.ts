import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Finished, FromRenderProcess, Handed, RenderProcessSettings, ToRenderProcess } from './protocol.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BOOT = fileURLToPath(new URL('render-process.boot.cjs', import.meta.url));

/** Of its own code a render process may read; nothing else is allowed (architecture, Toolchain). */
const PERMISSIONS = [
  '--permission',
  '--allow-addons',
  '--allow-worker',
  `--allow-fs-read=${ROOT}*`,
  '--allow-fs-read=/etc/alpine-release',
  '--no-warnings',
];

/** Bytes of a page of memory, in which Linux counts. */
const PAGE_BYTES = 4_096;

export interface RenderChildEvents {
  ready(): void;
  /** A worker of its post is there. */
  awake(worker: number): void;
  finished(finished: readonly Finished[]): void;
  /** All that it had to say has been heard, and it is gone. */
  ended(end: { readonly code: number | null; readonly signal: string | null }): void;
}

/** One render process, seen from the process that holds the connections. */
export class RenderChild {
  readonly #process: ChildProcess;
  #isReady = false;
  /** Tasks of one turn of the event loop leave in one message. */
  #leaving: Handed[] = [];
  /** Whether it has said something since this was last taken back. */
  wasHeard = true;
  /** As its last heartbeat told. */
  counts = { isolates: 0, coldStarts: 0 };

  constructor(settings: Omit<RenderProcessSettings, 'workerFile'>, events: RenderChildEvents) {
    const child = fork(BOOT, [], {
      execArgv: PERMISSIONS,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = child;
    child.on('message', (message: FromRenderProcess) => {
      this.wasHeard = true;
      switch (message.type) {
        case 'finished':
          return events.finished(message.finished);
        case 'heartbeat':
          this.counts = message;
          return;
        case 'awake':
          return events.awake(message.worker);
        case 'ready':
          this.#isReady = true;
          return events.ready();
      }
    });
    child.on('error', () => undefined);
    // The channel closes after its last message, the process perhaps before.
    const disconnected = new Promise<void>((resolve) => child.once('disconnect', resolve));
    child.once('exit', (code, signal) => {
      (child.connected ? disconnected : Promise.resolve()).then(() => events.ended({ code, signal }));
    });
    this.#send({ type: 'start', settings: { ...settings, workerFile: BOOT } });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Asks for a worker of each niceness; `awake` tells of each. */
  post(niceness: readonly number[]): void {
    this.#send({ type: 'post', niceness });
  }

  /** Gives a task to one of its workers; one that has just died says so by `ended`. */
  hand(task: Handed): void {
    this.#leaving.push(task);
    if (this.#leaving.length > 1) return;
    setImmediate(() => {
      this.#send({ type: 'tasks', tasks: this.#leaving });
      this.#leaving = [];
    });
  }

  /** SIGKILL, because after a catastrophic out-of-memory `terminate()` and `exit()` can hang (architecture). */
  kill(): void {
    this.#process.kill('SIGKILL');
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

  #send(message: ToRenderProcess): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
