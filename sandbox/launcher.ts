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
  /** It is there. @param connections its only ones, which nobody else holds */
  launched(pid: number, connections: readonly Socket[]): void;
  /** It has ended, or nobody will tell when it does. Told once, and always. */
  ended(end: End): void;
}

const UNKNOWN_END: End = { code: null, signal: null };

/** Launches render processes by way of a process that does nothing else, which starts at once. */
export class Launcher {
  #process: ChildProcess | null = null;
  readonly #launches = new Map<number, { readonly launch: Launch; readonly connections: Socket[] }>();
  #lastId = 0;

  constructor() {
    this.#launching();
  }

  /** @param code JavaScript that the process runs @param connections how many it has */
  launch(code: string, connections: number, launch: Launch): void {
    const id = ++this.#lastId;
    this.#launches.set(id, { launch, connections: [] });
    const order: ToLauncher = { id, code, connections };
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
    for (const { launch } of launches) launch.ended(UNKNOWN_END);
  }

  #hear(message: FromLauncher, connection: Socket | undefined): void {
    const known = this.#launches.get(message.id);
    // Nobody waits for it any more: it ends when it finds its connection closed.
    if (!known) connection?.destroy();
    else if (message.type === 'connection') connection && known.connections.push(connection);
    else if (message.type === 'launched') known.launch.launched(message.pid, known.connections);
    else {
      this.#launches.delete(message.id);
      known.launch.ended(message);
    }
  }
}
