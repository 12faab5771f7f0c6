import { TIME_LIMITS } from '../../../sandbox/limits.ts';
import type { ProcessSource } from '../../../sandbox/web-process/render-process.ts';
import { Renderer } from '../../../sandbox/web-process/renderer.ts';
import { Random } from '../../support/random.ts';
import { Records } from './records.ts';
import { VirtualMachine } from './virtual-machine.ts';
import { type Start, VirtualProcess } from './virtual-process.ts';
import { HOSTILE, INNOCENT, themeOf, VirtualTheme } from './virtual-themes.ts';

/** A process on demand stays so long after its last task, milliseconds. */
const UNNEEDED_MS = 3_000;
/** In half of the schedules a process is given up sooner, milliseconds. */
const QUICKER = { overdueMs: 1_000, idleStartMs: 1_000 };
/** The roles of the processes while nobody does anything, in alphabetical order. */
const AT_REST = ['compile', 'fast-0', 'fast-1', 'spare'];

/** Who plays in one schedule: the renderer with its queues, pool, health, retries and admission is the real one, all else is virtual. */
export class World {
  readonly random: Random;
  readonly machine: VirtualMachine;
  readonly themes: readonly VirtualTheme[];
  readonly records: Records;
  readonly processes: VirtualProcess[] = [];
  readonly renderer: Renderer;
  /** How the next processes start. */
  startOf: () => Start;
  /** Whether a process has crashed by itself. */
  hasCrashed = false;
  #lastPid = 0;

  /** @param tell takes what happens, a line each */
  constructor(seed: number, tell: (line: string) => void) {
    const random = new Random(seed);
    const some = (count: number, kinds: typeof INNOCENT, name: string) =>
      Array.from({ length: count }, (_, n) => {
        const goodPages = random.chance(0.5) ? 0 : random.integer(1, 40);
        return new VirtualTheme(`${name} ${n}`, random.oneOf(kinds), goodPages);
      });
    this.random = random;
    this.machine = new VirtualMachine(random);
    this.machine.onChange(() => {
      for (const process of this.living) process.noteShares();
    });
    this.themes = [
      ...some(random.integer(2, 8), INNOCENT, 'innocent'),
      ...some(random.integer(0, 3), HOSTILE, 'hostile'),
    ];
    this.records = new Records(this.machine, this.themes, tell);
    this.startOf = () => this.usualStart();
    this.renderer = new Renderer('simulated', {
      processes: this.#source(),
      timing: this.machine,
      limits: { ...TIME_LIMITS, unneededMs: UNNEEDED_MS, ...random.oneOf([{}, QUICKER]) },
      workers: random.oneOf([1, 2, 2, 4]),
      warmThemes: { bytes: 2 ** 26 },
      log: { warn: (details, message) => this.records.noteLog(details, message) },
    });
  }

  usualStart(): Start {
    return { cpuMs: this.random.between(150, 400), dies: false, isStuck: false };
  }

  get living(): VirtualProcess[] {
    return this.processes.filter(({ isDead }) => !isDead);
  }

  /** Whether a process starts, or is to start. */
  get isStarting(): boolean {
    const roles = this.renderer.report().processes.map(({ role }) => role);
    return roles.includes('starting') || AT_REST.some((role) => role !== 'spare' && !roles.includes(role));
  }

  /** Each role that is always there has its process, there is one spare, and nothing is under way. */
  get isAtRest(): boolean {
    if (this.living.length !== AT_REST.length) return false;
    const { processes, waiting, pending } = this.renderer.report();
    const roles = processes.map(({ role }) => role).sort();
    const tasks = processes.map((process) => process.tasks).concat(Object.values(waiting), pending);
    return roles.join() === AT_REST.join() && tasks.every((count) => count === 0);
  }

  #source(): ProcessSource {
    return {
      launch: ({ maxWorkers }, events, cpuPolicy) => {
        const { machine, records: witness } = this;
        const world = { machine, witness, themeOf: (id: string) => themeOf(this.themes, id) };
        const start = { pid: ++this.#lastPid, maxWorkers, start: this.startOf(), cpuPolicy };
        const process = new VirtualProcess(world, start, events);
        this.processes.push(process);
        this.records.tell(`process ${process.pid} is launched${cpuPolicy.onlyIdle ? ' in idle time' : ''}`);
        return process;
      },
      close: () => undefined,
    };
  }
}
