import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { CpuPolicy } from '../messages/cpu-policy.ts';
import type { Bundles, FromLauncher, LaunchOrder, ToLauncher } from '../messages/protocol.ts';

const BOOT = fileURLToPath(new URL('../process.boot.cjs', import.meta.url));

/** How a process ended; null for what is not known. */
export interface End {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Hears what becomes of one process. */
export interface Launch {
  /** The process has started. @param connections all that the process has */
  launched(pid: number, connections: readonly Socket[]): void;
  /** The process has ended, or its end will not be known. Called exactly once. */
  ended(end: End): void;
}

/** A process that is being launched, or was. */
interface Departure {
  readonly launch: Launch;
  /** How many connections the process will have, and those that have come so far. */
  readonly wanted: number;
  readonly connections: Socket[];
}

const UNKNOWN_END: End = { code: null, signal: null };

/** Launches render processes by way of the launching process (`launcher/main.ts`), which starts at once. */
export class Launcher {
  #process: ChildProcess | null = null;
  readonly #launches = new Map<number, Departure>();
  /** Orders that the launching process has not confirmed: sent again when it has ended. */
  readonly #policyOrders = new Map<number, ToLauncher>();
  readonly #code: string;
  #lastId = 0;

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

  /** Ends the launching process. Render processes go on, but how they end will not be known. The next order starts another launching process. */
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

/** A render process ends when its connections close. */
function abandon({ connections }: Departure): void {
  for (const connection of connections.splice(0)) connection.destroy();
}
