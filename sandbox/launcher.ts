import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Departing, FromLauncher, ToLauncher } from './protocol.ts';
import type { Restraint } from './restraint.ts';

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

/** A process on its way. */
interface Departure {
  readonly launch: Launch;
  /** How many connections it is to have, and those that are there and nobody's yet. */
  readonly wanted: number;
  readonly connections: Socket[];
}

const UNKNOWN_END: End = { code: null, signal: null };

/** Launches render processes by way of a process that does nothing else, which starts at once. */
export class Launcher {
  #process: ChildProcess | null = null;
  readonly #launches = new Map<number, Departure>();
  /** Orders that the process may have taken with it when it ended. */
  readonly #restraining = new Map<number, ToLauncher>();
  #lastId = 0;

  constructor() {
    this.#launching();
  }

  launch(process: Departing, launch: Launch): void {
    const id = ++this.#lastId;
    this.#launches.set(id, { launch, wanted: process.connections, connections: [] });
    this.#order({ type: 'launch', id, ...process });
  }

  /** Restrains a process that is there, or frees it of what restrained it. */
  restrain(pid: number, restraint: Restraint): void {
    const id = ++this.#lastId;
    const order: ToLauncher = { type: 'restrain', id, pid, restraint };
    this.#restraining.set(id, order);
    this.#order(order);
  }

  /** Ends the launching process. What it launched goes on, but how that ends will not be known; the next launch starts another. */
  close(): void {
    this.#process?.kill('SIGKILL');
  }

  #order(order: ToLauncher): void {
    this.#launching().send(order, () => undefined);
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
    for (const order of this.#restraining.values()) this.#order(order);
    return launching;
  }

  #forget(): void {
    this.#process = null;
    for (const id of [...this.#launches.keys()]) this.#end(id, UNKNOWN_END);
  }

  #end(id: number, end: End): void {
    const known = this.#launches.get(id);
    this.#launches.delete(id);
    if (!known) return;
    abandon(known);
    known.launch.ended(end);
  }

  #hear(message: FromLauncher, connection: Socket | undefined): void {
    const known = this.#launches.get(message.id);
    if (message.type === 'ended') this.#end(message.id, message);
    else if (message.type === 'restrained') this.#restraining.delete(message.id);
    else if (message.type === 'connection' && connection) {
      if (known) known.connections.push(connection);
      else connection.destroy();
    } else if (message.type === 'launched' && known) {
      const isWhole = known.connections.length === known.wanted;
      if (isWhole) known.launch.launched(message.pid, known.connections.splice(0));
      else abandon(known);
    }
  }
}

/** It ends when it finds its connections closed. */
function abandon({ connections }: Departure): void {
  for (const connection of connections.splice(0)) connection.destroy();
}
