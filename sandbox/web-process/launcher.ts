import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CpuPolicy } from '../messages/cpu-policy.ts';
import type { Bundles, FromLauncher, LaunchOrder, ToLauncher } from '../messages/protocol.ts';

const BOOT = fileURLToPath(new URL('../process.boot.cjs', import.meta.url));

/** How a process ended, as far as it is known. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Told what becomes of one process. */
export interface Launch {
  /** It has started. @param connections its only ones; no other process has them */
  launched(pid: number, connections: readonly Socket[]): void;
  /** It has ended, or its end will not be known. Called exactly once. */
  ended(end: End): void;
}

/** A process on its way. */
interface Departure {
  readonly launch: Launch;
  /** How many connections it will have, and those that have come so far. */
  readonly wanted: number;
  readonly connections: Socket[];
}

const UNKNOWN_END: End = { code: null, signal: null };

/** Launches render processes by way of a process that does nothing else, which starts at once. */
export class Launcher {
  #process: ChildProcess | null = null;
  readonly #launches = new Map<number, Departure>();
  /** Orders that the process may have taken with it when it ended. */
  readonly #policyOrders = new Map<number, ToLauncher>();
  readonly #code: string;
  #lastId = 0;

  /** @param code JavaScript of its process */
  constructor({ launcher }: Pick<Bundles, 'launcher'>) {
    this.#code = launcher;
    this.#launching();
  }

  launch(process: LaunchOrder, launch: Launch): void {
    const id = ++this.#lastId;
    this.#launches.set(id, { launch, wanted: process.connections, connections: [] });
    this.#order({ type: 'launch', id, ...process });
  }

  /** Sets the policy of a process that has started. */
  setCpuPolicy(pid: number, cpuPolicy: CpuPolicy): void {
    const id = ++this.#lastId;
    const order: ToLauncher = { type: 'setCpuPolicy', id, pid, cpuPolicy };
    this.#policyOrders.set(id, order);
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
    const launching = fork(BOOT, [], {
      execArgv: ['--no-warnings'],
      env: {},
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    this.#process = launching;
    // Its `exit` tells when it has ended.
    launching.stdin?.on('error', () => undefined).end(this.#code);
    launching.on('message', (message: FromLauncher, socket) => this.#hear(message, socket as Socket | undefined));
    launching.on('error', () => launching.pid === undefined && this.#forget());
    launching.once('exit', () => this.#forget());
    for (const order of this.#policyOrders.values()) this.#order(order);
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
    else if (message.type === 'cpu-policy-set') this.#policyOrders.delete(message.id);
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
