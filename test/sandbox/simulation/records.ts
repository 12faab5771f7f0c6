import { CRASHES, RESTART_PAUSE_AT_MOST_MS, TIME_LIMITS } from '../../../sandbox/limits.ts';
import type { TaskMessage } from '../../../sandbox/messages/protocol.ts';
import type { RenderAttempt } from '../../../sandbox/web-process/render-attempt.ts';
import type { RenderOutcome } from '../../../sandbox/web-process/render-job.ts';
import type { VirtualMachine } from './virtual-machine.ts';
import type { VirtualProcess, Witness } from './virtual-process.ts';
import { themeOf, type VirtualTheme } from './virtual-themes.ts';

/** A page of an innocent theme that nothing disturbs comes within this time, milliseconds: for so long a task may wait for a process. */
const PATIENCE_MS = TIME_LIMITS.startMs;

/** Pages of one theme that workers may have at work when it comes to be known that the theme ends processes. */
const AT_WORK_AT_MOST = 4;

/** A page that waits for longer waits for a process that starts, milliseconds: the limit, and what passes until the limit is noticed. */
export const BEGUN_MS = TIME_LIMITS.beginMs + 500;

/** A task that takes longer may keep others waiting until they are refused, milliseconds. */
const LONG_TASK_MS = 500;

/** From when to when something may keep pages from coming. */
interface Trouble {
  readonly from: number;
  readonly to: number;
}

interface Visit {
  readonly theme: VirtualTheme;
  readonly version: string;
  readonly came: number;
  readonly attempts: readonly RenderAttempt[];
}

/** What happened in a schedule, and what must not have. */
export class Records implements Witness {
  readonly violations: string[] = [];
  /** What is waited for. */
  open = 0;
  /** Renders that were answered. */
  answered = 0;
  readonly #machine: VirtualMachine;
  readonly #themes: readonly VirtualTheme[];
  readonly #tell: (line: string) => void;
  readonly #troubles: Trouble[] = [];
  /** Which process has a task, by the task's id, whose the task is, and since when. */
  readonly #holders = new Map<
    number,
    { readonly process: VirtualProcess; readonly owner: string; readonly since: number }
  >();
  /** When workers had tasks that took long. */
  readonly #longTasks: Trouble[] = [];
  /** When a task last ended its process; and, by owner, one of theirs with it. */
  #killedAt = Number.NEGATIVE_INFINITY;
  readonly #harmedAt = new Map<string, number>();
  /** By id and version of a theme: processes that it has ended since it was last in quarantine, and until when it is there. */
  readonly #kills = new Map<string, number>();
  readonly #quarantinedUntil = new Map<string, number>();
  /** The requests that have their answer. */
  readonly #answered = new WeakSet<object>();

  /** @param tell takes what happens, a line each */
  constructor(machine: VirtualMachine, themes: readonly VirtualTheme[], tell: (line: string) => void) {
    this.#machine = machine;
    this.#themes = themes;
    this.#tell = tell;
  }

  tell(what: string): void {
    this.#tell(this.#dated(what));
  }

  violate(what: string): void {
    this.violations.push(this.#dated(what));
    this.tell(`VIOLATION: ${what}`);
  }

  #dated(what: string): string {
    return `${this.#machine.now().toFixed(1)} ms: ${what}`;
  }

  /** For so long pages may fail to come. */
  excuse(forMs: number): void {
    const from = this.#machine.now();
    this.#troubles.push({ from, to: from + forMs });
  }

  /** From now on nothing excuses anything. */
  endExcuses(): void {
    this.#troubles.length = 0;
    this.#longTasks.length = 0;
    this.#killedAt = Number.NEGATIVE_INFINITY;
    this.#harmedAt.clear();
  }

  /**
   * Whether what others do may have kept a page of a theme waiting until it was refused: several tasks that took long were done since then, or
   * are, and there are two workers for such at most; or a task took one of the theme's along when it ended its process, and the next is not started at
   * once.
   */
  #wasCrowded(theme: string, from: number): boolean {
    const now = this.#machine.now();
    const done = this.#longTasks.filter(({ to }) => to >= from).length;
    const underWay = [...this.#holders.values()].filter(({ since }) => now - since > LONG_TASK_MS).length;
    const harmedAt = this.#harmedAt.get(theme) ?? Number.NEGATIVE_INFINITY;
    return done + underWay > 1 || harmedAt + RESTART_PAUSE_AT_MOST_MS > from;
  }

  #letGo(id: number): void {
    const now = this.#machine.now();
    const holder = this.#holders.get(id);
    if (holder && now - holder.since > LONG_TASK_MS) this.#longTasks.push({ from: holder.since, to: now });
    this.#holders.delete(id);
  }

  #isExcused(from: number): boolean {
    const now = this.#machine.now();
    return this.#troubles.some((trouble) => trouble.from <= now && trouble.to >= from);
  }

  notePage(
    theme: VirtualTheme,
    version: string,
    attempts: readonly RenderAttempt[],
    render: Promise<RenderOutcome>,
  ): Promise<RenderOutcome | undefined> {
    const came = this.#machine.now();
    return this.#await(`a page of ${theme.id}`, render, (outcome) => {
      this.answered++;
      this.#judge({ theme, version, came, attempts }, outcome);
    });
  }

  /** A page that has neither begun nor been refused in time. @param came when it was asked for */
  noteWaiting(theme: VirtualTheme, came: number): void {
    if (!this.#isExcused(came)) this.violate(`a page of ${theme.id} (${theme.kind}) has not begun, and is not refused`);
  }

  noteAnswered(request: object): void {
    this.#answered.add(request);
  }

  /** A page that nobody waits for. */
  noteRehearsal(rehearsal: Promise<unknown>): void {
    this.#await('a page in the background', rehearsal, () => {
      this.answered++;
    });
  }

  /** @param isHarmless whether the file may be stored, so that nothing is to be found in it */
  noteCheck(isHarmless: boolean, check: Promise<unknown>): void {
    const came = this.#machine.now();
    this.#await('an analysis', check, (found) => {
      if (found === 'busy' && (!isHarmless || this.#isExcused(came))) return;
      if ((found === null) === isHarmless) return;
      this.violate(`a ${isHarmless ? 'harmless' : 'hostile'} file is answered ${JSON.stringify(found)}`);
    });
  }

  async #await<T>(what: string, promise: Promise<T>, judge: (value: T) => void): Promise<T | undefined> {
    this.open++;
    try {
      const value = await promise;
      judge(value);
      return value;
    } catch (error) {
      this.violate(`${what} threw ${(error as Error).stack}`);
      return undefined;
    } finally {
      this.open--;
    }
  }

  #judge({ theme, version, came, attempts }: Visit, outcome: RenderOutcome): void {
    const waitedMs = Math.round(this.#machine.now() - came);
    const name = `${theme.id} (${theme.kind})`;
    this.tell(`${name} is answered ${outcome.outcome} after ${waitedMs} ms`);
    if (outcome.outcome === 'page') {
      const [shown, shownVersion = ''] = outcome.body
        .bytes()
        .toString()
        .split(/ (?=\d+$)/);
      if (shown !== theme.id) this.violate(`${name} is answered with a page of ${shown}`);
      if (shownVersion < version)
        this.violate(`${name} is answered with version ${shownVersion}, asked for ${version}`);
    }
    if (!theme.isInnocent || this.#isExcused(came)) return;
    const isBusy = outcome.outcome === 'refused' && outcome.reason === 'busy';
    const waitsForStart = waitedMs > BEGUN_MS && this.#killedAt >= came;
    if (isBusy && waitedMs >= TIME_LIMITS.beginMs && (waitsForStart || this.#wasCrowded(theme.id, came))) return;
    const told = attempts.map((attempt) => `${attempt.queue}: ${attempt.outcome}`).join(', ');
    if (outcome.outcome !== 'page') this.violate(`${name} is answered ${JSON.stringify(outcome)} (${told})`);
    else if (waitedMs > PATIENCE_MS) this.violate(`${name} waited ${waitedMs} ms (${told})`);
  }

  noteLog(details: object, message: string): void {
    this.tell(`${message} ${JSON.stringify(details)}`);
    if (message !== 'a theme is in quarantine') return;
    const { theme, forMs } = details as { theme: { id: string; version: string }; forMs: number };
    if (themeOf(this.#themes, theme.id).isHarmless(theme.version))
      this.violate(`${theme.id} is in quarantine and did no harm`);
    this.#quarantinedUntil.set(keyOf(theme), this.#machine.now() + forMs);
    this.#kills.delete(keyOf(theme));
  }

  given(process: VirtualProcess, message: TaskMessage): void {
    const { id, task } = message;
    const holder = this.#holders.get(id);
    this.tell(`process ${process.pid} gets ${nameOf(message)} (${task.kind} ${id})`);
    if (holder && !holder.process.isDead)
      this.violate(`task ${id} is given to process ${process.pid}, and ${holder.process.pid} has it`);
    if (!process.isDead) this.#holders.set(id, { process, owner: nameOf(message), since: this.#machine.now() });
    if (task.kind !== 'render') return;
    const isRefused = (this.#quarantinedUntil.get(keyOf(task.theme)) ?? 0) > this.#machine.now();
    if (isRefused) this.violate(`${task.theme.id} is in quarantine and rendered`);
    if (this.#answered.has(task.request)) this.violate(`a page of ${task.theme.id} is rendered after its answer`);
  }

  taskAnswered({ id }: TaskMessage): void {
    this.#letGo(id);
  }

  died(process: VirtualProcess, message: TaskMessage | null): void {
    this.tell(`process ${process.pid} died${message ? ` of ${nameOf(message)}` : ''}`);
    for (const [id, holder] of this.#holders) {
      if (holder.process !== process) continue;
      if (message) this.#harmedAt.set(holder.owner, this.#machine.now());
      this.#letGo(id);
    }
    if (message) this.#killedAt = this.#machine.now();
    if (message?.task.kind !== 'render') return;
    const key = keyOf(message.task.theme);
    const kills = (this.#kills.get(key) ?? 0) + 1;
    this.#kills.set(key, kills);
    if (kills === CRASHES + AT_WORK_AT_MOST + 1) this.violate(`${key} has ended ${kills} processes`);
  }
}

const keyOf = ({ id, version }: { readonly id: string; readonly version: string }) => `${id} ${version}`;

const nameOf = ({ task }: TaskMessage): string =>
  task.kind === 'render' ? task.theme.id : 'owner' in task ? task.owner : task.kind;
