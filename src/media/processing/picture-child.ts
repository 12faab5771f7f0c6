import { z } from 'zod';
import { cpuMsOf, residentBytesOf } from '../../../sandbox/index.ts';
import { startConfined } from '../../workers/workers.ts';
import { MEDIA_LIMITS } from '../limits.ts';
import { lengthOf, PieceReader } from './pieces.ts';
import { type Examined, type MadeFile, MEDIA_TYPES, type PictureOrder, type RefusedPicture } from './protocol.ts';

/** What one picture may take. */
export interface PictureBounds {
  /** Processor time, milliseconds. */
  readonly cpuMs: number;
  /** However little of a processor it gets, milliseconds. */
  readonly wallMs: number;
  /** In which the bytes of a stream must have come, milliseconds. */
  readonly inputMs: number;
  /** Memory of the whole process. */
  readonly residentBytes: number;
}

/** Milliseconds between two looks at what the process takes. */
const LOOK_MS = 50;
/** How long a start may take, milliseconds. It takes 0.3 s where a processor is free, and no picture is to blame for it. */
const START_MS = 60_000;

/**
 * Why a picture has no answer. `cpu`, `memory`, `crash`: the picture is too much for the process, and would be again. `wall`, `lost`: it may be
 * tried again.
 */
export type EndReason = 'cpu' | 'memory' | 'crash' | 'wall' | 'lost';

/** Thrown where the process has ended, or was ended, at its picture. */
export class PictureProcessEnded extends Error {
  override name = 'PictureProcessEnded';
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(reason);
    this.reason = reason;
  }
}

/** What was made of a file. */
export interface MadePicture {
  readonly examined: Examined;
  readonly files: readonly MadeFile[];
}

const MOST_PIXELS = z.int().min(0).max(MEDIA_LIMITS.pixels);

/** The process has read what strangers sent: nothing that it says is believed. */
const ANSWER = z.union([
  z.strictObject({
    examined: z.strictObject({
      type: z.enum(MEDIA_TYPES),
      width: MOST_PIXELS,
      height: MOST_PIXELS,
      frames: MOST_PIXELS.min(1),
      colour: z.string().regex(/^(#[0-9a-f]{6})?$/),
      placeholder: z.string().regex(/^(data:image\/webp;base64,[A-Za-z0-9+/]{1,800}={0,2})?$/),
    }),
    files: z.array(z.string().regex(/^(\d{1,4}(-\d{1,2}x\d{1,2}-\d{1,4}x\d{1,4})?\.(avif|webp|jpg|png)|dessin\.svg)$/)),
  }),
  z.strictObject({ refused: z.enum(['type_refuse', 'media_illisible', 'trop_lourd', 'trop_de_pixels']) }),
  z.strictObject({ refused: z.literal('type_refuse'), detail: z.literal('heic') }),
  z.strictObject({ failed: z.literal('memory') }),
]);
const HELLO = z.strictObject({ hasNetwork: z.boolean() });

/** A file that the process is at. */
interface Task {
  readonly wanted: number;
  readonly done: PromiseWithResolvers<MadePicture | RefusedPicture>;
  made: { readonly examined: Examined; readonly names: readonly string[]; readonly bytes: Buffer[] } | null;
}

/** A process of pictures, which takes one file at a time. */
export class PictureChild {
  readonly #child = startConfined('pictures');
  readonly #bounds: PictureBounds;
  readonly #hello: (hasNetwork: boolean) => void;
  readonly #ended = Promise.withResolvers<never>();
  readonly #greeted = Promise.withResolvers<void>();
  readonly #starting = setTimeout(() => this.end('wall'), START_MS);
  #hasGreeted = false;
  #isFit = true;
  #task: Task | null = null;
  #reason: EndReason | null = null;

  /** @param hello gets whether the process has a network @param ended called when the process has ended, by itself or not */
  constructor(bounds: PictureBounds, hello: (hasNetwork: boolean) => void, ended: () => void) {
    this.#bounds = bounds;
    this.#hello = hello;
    this.#ended.promise.catch(() => undefined);
    const reader = new PieceReader(MEDIA_LIMITS.bytes, (piece) => this.#hear(piece));
    this.#child.stdout.on('data', (chunk: Buffer) => this.#believing(() => reader.push(chunk)));
    // A write to a process that has ended fails; its exit event tells why.
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', () => this.#ended.reject(new PictureProcessEnded('lost')));
    this.#child.once('exit', (_code, signal) => {
      clearTimeout(this.#starting);
      ended();
      const isKilled = signal === 'SIGKILL' || signal === 'SIGTERM';
      this.#ended.reject(new PictureProcessEnded(this.#reason ?? (isKilled ? 'lost' : 'crash')));
    });
  }

  /** Whether it can take another file: not in the middle of one. */
  get isFit(): boolean {
    return this.#isFit;
  }

  /** 0 where it could not be started. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Memory of the process. */
  get residentBytes(): number {
    return residentBytesOf(this.pid);
  }

  /**
   * Has the process take a file. After a failure the process must be ended unless it is fit.
   * @throws PictureProcessEnded; what the input throws
   */
  async take(order: PictureOrder, input: AsyncIterable<Buffer> | Buffer): Promise<MadePicture | RefusedPicture> {
    await Promise.race([this.#greeted.promise, this.#ended.promise]);
    const done: Task['done'] = Promise.withResolvers();
    this.#task = { wanted: order.wanted.length, done, made: null };
    const watch = setInterval(this.#watch(), LOOK_MS);
    try {
      const sent = this.#send(order, input);
      const [answer] = await Promise.race([Promise.all([done.promise, sent]), this.#ended.promise]);
      this.#isFit = true;
      return answer;
    } finally {
      clearInterval(watch);
      this.#task = null;
    }
  }

  end(reason: EndReason = 'lost'): void {
    this.#reason ??= reason;
    this.#child.kill('SIGKILL');
  }

  async #send(order: PictureOrder, input: AsyncIterable<Buffer> | Buffer): Promise<void> {
    const begin = () => {
      this.#isFit = false;
      return this.#write(Buffer.from(JSON.stringify(order)));
    };
    // A file of which nothing comes leaves the process as it was.
    for await (const chunk of Buffer.isBuffer(input) ? [input] : input) {
      if (this.#isFit) await begin();
      if (chunk.length > 0) await this.#write(chunk);
    }
    if (this.#isFit) await begin();
    await this.#write(Buffer.alloc(0));
  }

  async #write(piece: Buffer): Promise<void> {
    const { stdin } = this.#child;
    stdin.cork();
    stdin.write(lengthOf(piece));
    const goesOn = stdin.write(piece);
    stdin.uncork();
    if (goesOn) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    stdin.once('drain', resolve);
    await Promise.race([promise, this.#ended.promise]).finally(() => stdin.off('drain', resolve));
  }

  /** Ends the process when its picture takes too much. */
  #watch(): () => void {
    const { cpuMs, wallMs, residentBytes } = this.#bounds;
    const before = cpuMsOf(this.pid);
    const begun = performance.now();
    return () => {
      if (performance.now() - begun > wallMs) this.end('wall');
      else if (cpuMsOf(this.pid) - before > cpuMs) this.end('cpu');
      else if (this.residentBytes > residentBytes) this.end('memory');
    };
  }

  #believing(hear: () => void): void {
    try {
      hear();
    } catch {
      this.end('crash');
    }
  }

  #hear(piece: Buffer): void {
    if (!this.#hasGreeted) {
      this.#hasGreeted = true;
      this.#hello(HELLO.parse(JSON.parse(piece.toString())).hasNetwork);
      clearTimeout(this.#starting);
      this.#greeted.resolve();
      return;
    }
    const task = this.#task;
    if (!task) throw new Error('an answer that nobody has asked for');
    if (task.made) task.made.bytes.push(piece);
    else this.#hearAnswer(task, piece);
    const { made } = task;
    if (made === null || made.bytes.length < made.names.length) return;
    const files = made.names.map((name, n) => ({ name, bytes: made.bytes[n] as Buffer }));
    task.done.resolve({ examined: made.examined, files });
  }

  #hearAnswer(task: Task, piece: Buffer): void {
    const answer = ANSWER.parse(JSON.parse(piece.toString()));
    if ('failed' in answer) this.end('memory');
    else if ('refused' in answer) task.done.resolve(answer);
    else if (answer.files.length > task.wanted) throw new Error('more files than wanted');
    else task.made = { examined: answer.examined, names: answer.files, bytes: [] };
  }
}
