import type { PageRequest } from '../../../engine/index.ts';
import { attemptAtMostMs, hasUsed } from '../../../sandbox/limits.ts';
import type { Answer, FromWorker, RenderTask, TaskMessage } from '../../../sandbox/messages/protocol.ts';
import type { End } from '../../../sandbox/web-process/launcher.ts';
import type { VirtualMachine } from './virtual-machine.ts';
import { TEXTS, type VirtualTheme } from './virtual-themes.ts';

/** The process of a worker, as the worker sees it. */
export interface WorkerHost {
  readonly machine: VirtualMachine;
  readonly isDead: boolean;
  /** Part of a processor that each of its threads gets now. */
  readonly share: number;
  themeOf(id: string): VirtualTheme;
  /** @param ms processor time that the worker has used, milliseconds */
  noteUsed(ms: number): void;
  /** An answer leaves. */
  answer(task: TaskMessage, finished: FromWorker, connection: number): void;
  /** @param task which the process dies of */
  die(end: End, task: TaskMessage): void;
}

/** What a signal of the processor leaves, and what V8 does when it has no more memory. */
export const CRASHES: readonly End[] = [
  { code: null, signal: 'SIGSEGV' },
  { code: null, signal: 'SIGABRT' },
  { code: 134, signal: null },
];

/** For so long a worker tries no more tasks of a theme that has used its slice up, milliseconds. */
const EXHAUSTED_MS = 1_000;

/** One in so many pages of a worker names a fragment that was never sent. */
const LOST_EVERY = 50;

/** Something that a thread works on. */
interface Work {
  /** Processor time that it needs; for ever where it does not end by itself. */
  readonly needsMs: number;
  /** When it is stopped, where it can be. */
  readonly stoppedAt: number;
  readonly ended: (how: 'done' | 'stopped', usedMs: number) => void;
  usedMs: number;
  since: number;
  share: number;
  cancel: () => void;
}

/** What it may take to read a file, or the code of a theme, milliseconds of a processor. */
const READING_MS = [0.2, 1, 1, 5, 5, 120];

interface WarmTheme {
  readonly version: string;
  content: string;
}

/** A thread of a virtual process: does its tasks one after the other, as far as it gets a processor. */
export class VirtualWorker {
  readonly #process: WorkerHost;
  readonly #tasks: TaskMessage[] = [];
  readonly #warm = new Map<string, WarmTheme>();
  readonly #units = new Set<string>();
  /** By theme, the names of fragments that it has sent, and for which id. */
  readonly #sent = new Map<string, { readonly id: number; readonly names: Map<string, number> }>();
  /** By theme, until when. */
  readonly #exhausted = new Map<string, number>();
  #work: Work | null = null;
  isAwake = false;

  #pages = 0;
  readonly #connection: number;

  /** @param connection the number of its connection */
  constructor(process: WorkerHost, connection: number) {
    this.#process = process;
    this.#connection = connection;
  }

  get #now(): number {
    return this.#process.machine.now();
  }

  /** Works for so long, milliseconds of a processor. */
  use(needsMs: number, ended: Work['ended'], stoppedAt = Number.POSITIVE_INFINITY): void {
    const { share } = this.#process;
    this.#work = { needsMs, stoppedAt, ended, usedMs: 0, since: this.#now, share, cancel: () => undefined };
    this.goOn();
  }

  /** Counts what it has used until now. */
  settle(): void {
    const work = this.#work;
    if (!work) return;
    const usedMs = (this.#now - work.since) * work.share;
    work.usedMs += usedMs;
    work.since = this.#now;
    this.#process.noteUsed(usedMs);
  }

  /** Goes on with what it gets of a processor from now on. */
  goOn(): void {
    const work = this.#work;
    if (!work) return;
    this.settle();
    work.cancel();
    work.share = this.#process.share;
    // Without a processor it cannot even be stopped.
    if (work.share === 0) return;
    const doneInMs = (work.needsMs - work.usedMs) / work.share;
    const stoppedInMs = Math.max(work.stoppedAt - this.#now, 0);
    const inMs = Math.min(doneInMs, stoppedInMs);
    if (inMs === Number.POSITIVE_INFINITY) return;
    work.cancel = this.#process.machine.after(Math.max(inMs, 0), () => {
      this.settle();
      this.#work = null;
      work.ended(doneInMs <= stoppedInMs ? 'done' : 'stopped', work.usedMs);
    });
  }

  stop(): void {
    this.settle();
    this.#work?.cancel();
    this.#work = null;
  }

  /** Whether its task is a page that is asked for with this request. */
  isAtWorkOn(request: PageRequest): boolean {
    const task = this.#tasks[0]?.task;
    return task?.kind === 'render' && task.request === request;
  }

  take(message: TaskMessage): void {
    if (this.#process.isDead) return;
    this.#tasks.push(message);
    if (this.#tasks.length === 1) this.#begin(message);
  }

  #begin(message: TaskMessage): unknown {
    const began = this.#now;
    const finish = (answer: object, usedMs: number, cpuMs = usedMs) => {
      const ready = this.#now;
      this.#tasks.shift();
      const times = { began, rendered: ready, ready, cpuMs };
      this.#process.answer(message, { id: message.id, answer: answer as Answer, times }, this.#connection);
      const [next] = this.#tasks;
      if (next) this.#begin(next);
    };
    const { task } = message;
    if (task.kind === 'render') return this.#render(message, task, finish);
    const texts =
      task.kind === 'compile' ? task.files.map(({ text }) => text) : [task.kind === 'check' ? task.text : ''];
    const includes = (text: string) => texts.some((one) => one.includes(text));
    if (includes(TEXTS.kill)) return this.use(this.#process.machine.random.between(1, 30), () => this.#crash(message));
    const needsMs = includes(TEXTS.endless) ? Number.POSITIVE_INFINITY : this.#process.machine.random.oneOf(READING_MS);
    this.use(
      needsMs,
      (how, usedMs) => {
        if (how === 'stopped') finish({ outcome: 'limit', limit: 'time' }, usedMs);
        else if (task.kind === 'compile')
          finish({ outcome: 'compiled', units: texts.map(() => new Uint8Array(1)) }, usedMs);
        else if (task.kind === 'check') finish({ outcome: 'checked', diagnostic: null }, usedMs);
        else finish({ outcome: 'diagnosed', diagnostics: [] }, usedMs);
      },
      began + task.timeMs,
    );
  }

  #render(
    message: TaskMessage,
    { theme, content, timeMs, isSlice, fragments }: RenderTask,
    finish: (answer: object, usedMs: number, cpuMs?: number) => void,
  ): unknown {
    const { id, version } = theme;
    const outOfTime = { outcome: 'limit', limit: 'time' };
    const began = this.#now;
    if (isSlice && (this.#exhausted.get(id) ?? 0) > began) return finish(outOfTime, 0, timeMs);
    const known = this.#warm.get(id);
    const isKnown = known?.version === theme.version;
    const lacksContent = (isKnown ? known.content : null) !== content.version && !content.values;
    const units = isKnown ? [] : this.#lacking(theme);
    if ((!isKnown && !theme.data) || units.length > 0 || lacksContent)
      return finish({ outcome: 'missing', theme: !isKnown && !theme.data, units, content: lacksContent }, 0);
    const { deed, cpuMs } = this.#process.themeOf(id).plan(version, this.#process.machine.random);
    const isEndless = deed === 'endless' || deed === 'unstoppable';
    const stoppedAt = began + attemptAtMostMs(timeMs, { isSlice, isWarm: isKnown });
    this.use(
      isEndless ? Number.POSITIVE_INFINITY : cpuMs + (isKnown ? 0 : 5),
      (how, usedMs) => {
        if (how === 'stopped') {
          this.#warm.delete(id);
          if (isSlice && hasUsed(timeMs, usedMs)) this.#exhausted.set(id, this.#now + EXHAUSTED_MS);
          finish(outOfTime, usedMs);
        } else if (deed === 'kill') this.#crash(message);
        else if (deed === 'objects') {
          this.#warm.delete(id);
          finish({ outcome: 'limit', limit: 'objects' }, usedMs);
        } else {
          this.#warm.set(id, { version, content: content.version });
          const page = this.#pageOf(id, version, fragments);
          finish({ outcome: 'page', ...page, incidents: [], readsClock: false }, usedMs, isKnown ? usedMs : 0);
        }
      },
      deed === 'unstoppable' ? Number.POSITIVE_INFINITY : stoppedAt,
    );
  }

  /** A page that says whose it is: as text, or of pieces that are sent once for each id; now and then a page names what was never sent. */
  #pageOf(id: string, version: string, fragments: number | undefined): { body: Buffer; pieces?: number[] } {
    if (fragments === undefined) return { body: Buffer.from(`${id} ${version}`) };
    const known = this.#sent.get(id);
    const names = known?.id === fragments ? known.names : new Map<string, number>();
    this.#sent.set(id, { id: fragments, names });
    const body: string[] = [];
    const pieces: number[] = [];
    for (const text of [id, ' ', version]) {
      const isNew = !names.has(text);
      // Other workers have the same names for other fragments.
      const name = names.get(text) ?? names.size + (this.#connection % 3);
      names.set(text, name);
      if (isNew) body.push(text);
      pieces.push(0, name, isNew ? Buffer.byteLength(text) : 0);
    }
    if (++this.#pages % LOST_EVERY === 0) pieces.push(0, names.size + 3, 0);
    return { body: Buffer.from(body.join('')), pieces };
  }

  /** Keys of the units that it has not got, nor is brought. */
  #lacking({ data, units = {} }: RenderTask['theme']): string[] {
    for (const key of Object.keys(units)) this.#units.add(key);
    return (data?.code.files ?? []).map(({ key }) => key).filter((key) => !this.#units.has(key));
  }

  #crash(message: TaskMessage): void {
    this.#process.die(this.#process.machine.random.oneOf(CRASHES), message);
  }
}
