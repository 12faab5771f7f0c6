import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FromLauncher, ToLauncher } from './protocol.ts';

const PROCESS = fileURLToPath(new URL('launcher-process.ts', import.meta.url));

/** How a process ended, as far as it is known. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Told what becomes of one process. */
export interface Launch {
  /** It is there. @param socket its only connection, which nobody else holds */
  launched(pid: number, socket: Socket): void;
  /** It has ended, or nobody will tell when it does. Told once, and always. */
  ended(end: End): void;
}

const UNKNOWN_END: End = { code: null, signal: null };

/** Launches render processes by way of a process that does nothing else, which starts at once. */
export class Launcher {
  #process: ChildProcess | null = null;
  readonly #launches = new Map<number, Launch>();
  #lastId = 0;

  constructor() {
    this.#launching();
  }

  /** @param code JavaScript that the process runs */
  launch(code: string, launch: Launch): void {
    const id = ++this.#lastId;
    this.#launches.set(id, launch);
    const order: ToLauncher = { id, code };
    this.#launching().send(order, () => undefined);
  }

  /** Ends the launching process. What it launched goes on, but how that ends will not be known; the next launch starts another. */
  close(): void {
    this.#process?.kill('SIGKILL');
  }

  #launching(): ChildProcess {
    if (this.#process) return this.#process;
    const launching = fork(PROCESS, [], {
      execArgv: ['--no-warnings'],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = launching;
    launching.on('message', (message: FromLauncher, socket) => this.#hear(message, socket as Socket | undefined));
    launching.on('error', () => launching.pid === undefined && this.#forget());
    launching.once('exit', () => this.#forget());
    return launching;
  }

  #forget(): void {
    this.#process = null;
    const launches = [...this.#launches.values()];
    this.#launches.clear();
    for (const launch of launches) launch.ended(UNKNOWN_END);
  }

  #hear(message: FromLauncher, socket: Socket | undefined): void {
    const launch = this.#launches.get(message.id);
    if (message.type === 'ended') {
      this.#launches.delete(message.id);
      launch?.ended(message);
    } else if (launch && socket) launch.launched(message.pid, socket);
    // Nobody waits for it any more: it ends when it finds its connection closed.
    else socket?.destroy();
  }
}
