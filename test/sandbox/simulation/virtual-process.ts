import type { PageRequest } from '../../../engine/index.ts';
import type { CpuPolicy } from '../../../sandbox/messages/cpu-policy.ts';
import type { FromWorker, TaskMessage } from '../../../sandbox/messages/protocol.ts';
import type { End } from '../../../sandbox/web-process/launcher.ts';
import type { RenderProcess, RenderProcessEvents } from '../../../sandbox/web-process/render-process.ts';
import type { VirtualMachine } from './virtual-machine.ts';
import type { VirtualTheme } from './virtual-themes.ts';
import { VirtualWorker, type WorkerHost } from './virtual-worker.ts';

const BY_FORCE: End = { code: null, signal: 'SIGKILL' };
const MB = 1024 * 1024;

/** How a process starts. */
export interface Start {
  /** Processor time that it takes, milliseconds; for ever where it never ends. */
  readonly cpuMs: number;
  readonly dies: boolean;
  /** None of its workers comes to its role. */
  readonly isStuck: boolean;
}

/** What the world wants to know of its processes. */
export interface Witness {
  given(process: VirtualProcess, task: TaskMessage): void;
  taskAnswered(task: TaskMessage): void;
  /** @param task which a process died of; null where it was none */
  died(process: VirtualProcess, task: TaskMessage | null): void;
}

interface VirtualWorld {
  readonly machine: VirtualMachine;
  readonly witness: Witness;
  readonly themeOf: (id: string) => VirtualTheme;
}

interface VirtualStart {
  readonly pid: number;
  readonly maxWorkers: number;
  readonly start: Start;
  readonly cpuPolicy: CpuPolicy;
}

/** A render process of the virtual machine. */
export class VirtualProcess implements RenderProcess, WorkerHost {
  readonly machine: VirtualMachine;
  readonly witness: Witness;
  readonly themeOf: (id: string) => VirtualTheme;
  readonly pid: number;
  readonly counts = { isolates: 0, coldStarts: 0 };
  isReady = false;
  isDead = false;
  isFrozen = false;
  cpuPolicy: CpuPolicy;
  residentBytes = 100 * MB;
  /** How much later than others it is heard, milliseconds; and whether each answer comes twice. */
  lagMs = 0;
  answersTwice = false;
  #usedMs = 0;
  readonly #events: RenderProcessEvents;
  readonly #workers: VirtualWorker[];
  /** Its workers do not come to their role. */
  isStuck: boolean;
  /** When the last of what it has sent arrives, and of what it was sent. */
  #arrivedAt = 0;
  #receivedAt = 0;

  constructor(
    { machine, witness, themeOf }: VirtualWorld,
    { pid, maxWorkers, start, cpuPolicy }: VirtualStart,
    events: RenderProcessEvents,
  ) {
    this.machine = machine;
    this.witness = witness;
    this.themeOf = themeOf;
    this.pid = pid;
    this.cpuPolicy = cpuPolicy;
    this.#events = events;
    this.isStuck = start.isStuck;
    this.#workers = Array.from({ length: maxWorkers }, (_, worker) => new VirtualWorker(this, 100 * pid + worker));
    // Its first worker starts it.
    this.#workers[0]?.use(start.cpuMs, () => {
      if (start.dies) this.die({ code: 1, signal: null });
      else
        this.tell(() => {
          this.isReady = true;
          events.ready();
        });
    });
  }

  /** Part of a processor that each of its threads gets now. */
  get share(): number {
    return this.isFrozen || this.isDead ? 0 : this.machine.shareOf(this.cpuPolicy);
  }

  /** A heartbeat comes whenever it gets a processor. */
  get wasHeard(): boolean {
    return this.share > 0;
  }

  set wasHeard(_: boolean) {
    // The next one comes at once.
  }

  /** In hundredths of a second, as Linux tells. */
  get cpuMs(): number {
    for (const worker of this.#workers) worker.settle();
    return Math.floor(this.#usedMs / 10) * 10;
  }

  noteUsed(ms: number): void {
    this.#usedMs += ms;
  }

  isAtWorkOn(request: PageRequest): boolean {
    return this.#workers.some((worker) => worker.isAtWorkOn(request));
  }

  setCpuPolicy(cpuPolicy: CpuPolicy): void {
    this.cpuPolicy = cpuPolicy;
    this.#change();
  }

  setNiceness(): void {
    // Loads say what a thread gets.
  }

  startWorkers(niceness: readonly number[]): void {
    const wake = (worker: number) => {
      const own = this.#workers[worker];
      if (worker === niceness.length || !own || this.isStuck) return;
      own.use(this.machine.random.between(1, 40), () => {
        own.isAwake = true;
        this.tell(() => this.#events.awake(worker));
        wake(worker + 1);
      });
    };
    wake(0);
  }

  send(worker: number, task: TaskMessage): void {
    this.witness.given(this, task);
    const own = this.#workers[worker];
    if (!own?.isAwake) throw new Error(`worker ${worker} of process ${this.pid} is given a task before it is awake`);
    this.#receivedAt = this.#afterWay(this.#receivedAt);
    this.machine.after(this.#receivedAt - this.machine.now(), () => own.take(task));
  }

  /** An answer leaves. */
  answer(task: TaskMessage, finished: FromWorker, connection: number): void {
    const tell = () => {
      this.witness.taskAnswered(task);
      this.#events.finished(finished, connection);
    };
    this.tell(tell);
    if (this.answersTwice) this.tell(() => this.#events.finished(finished, connection));
  }

  /** What it sends arrives in its order. */
  tell(happen: () => void): void {
    this.#arrivedAt = this.#afterWay(this.#arrivedAt, this.lagMs);
    this.machine.after(this.#arrivedAt - this.machine.now(), happen, true);
  }

  /** @returns when something arrives that is sent now, after what was sent before */
  #afterWay(before: number, lagMs = 0): number {
    const { machine } = this;
    return Math.max(before + 0.001, machine.now() + lagMs + machine.random.between(0.02, 0.3));
  }

  kill(): void {
    this.die(BY_FORCE);
  }

  /** @param task which it dies of, if it is one */
  die(end: End, task: TaskMessage | null = null): void {
    if (this.isDead) return;
    this.isDead = true;
    for (const worker of this.#workers) worker.stop();
    this.tell(() => {
      this.witness.died(this, task);
      this.#events.ended(end);
    });
  }

  freeze(): void {
    this.isFrozen = true;
    this.#change();
  }

  /** It goes on. */
  thaw(): void {
    this.isFrozen = false;
    this.#change();
  }

  /** The shares of the machine's processors have changed. */
  noteShares(): void {
    this.#change();
  }

  #change(): void {
    for (const worker of this.#workers) worker.goOn();
  }
}
