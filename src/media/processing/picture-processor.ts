import { Readable } from 'node:stream';
import { QueueFull } from '../../../concurrency/queue-full.ts';
import { usableMemory } from '../../../sandbox/index.ts';
import { MEDIA_LIMITS } from '../limits.ts';
import {
  type EndReason,
  type MadePicture,
  type PictureBounds,
  PictureChild,
  PictureProcessEnded,
} from './picture-child.ts';
import { PictureQueue } from './picture-queue.ts';
import type { PictureOrder, RefusedPicture, Urgency } from './protocol.ts';

/** Much memory for one picture, and little: a photograph of 12 megapixels needs up to 400 MB (AVIF). */
const [MUCH, LITTLE] = [900_000_000, 400_000_000];
/** Of the memory of a small machine. */
const SHARE = 0.4;

const boundsOfMachine = (): PictureBounds => ({
  cpuMs: 20_000,
  wallMs: 120_000,
  inputMs: 30_000,
  residentBytes: Math.min(MUCH, Math.max(LITTLE, usableMemory() * SHARE)),
});

/** Its start takes as long as a picture. */
const KEPT_MS = 60_000;
/** A process that has become larger ends at once, because it does not give the memory back. */
const KEPT_BYTES = 200_000_000;

/**
 * A program that uses more than this part of a processor has visitors. Then pictures that no visitor waits for have half of the time: the p99 of
 * other sites' pages beside 200 uploads is 1.5 times as long, and 2.2 times without a rest (`npm run bench:media`, two processors).
 */
const BUSY_SHARE = 0.25;
const REST_AT_MOST_MS = 1_000;

/** A file, and what is wanted of it. */
export interface PictureRequest extends PictureOrder {
  readonly siteId: string;
  readonly urgency: Urgency;
  /** Takes the request back while it waits; what has begun goes on. */
  readonly signal?: AbortSignal;
}

/** What became of a request. */
export type PictureOutcome =
  | MadePicture
  | RefusedPicture
  /** `busy`: too much waits, and nothing was begun; the others as `EndReason` says. */
  | { readonly failed: EndReason | 'busy' };

export interface PictureReport {
  /** Pictures that were answered, refusals among them, and those that a full queue turned away. */
  readonly outcomes: Readonly<Record<'made' | 'refused' | 'busy', number>>;
  /** Processes that ended at a picture, by reason. */
  readonly ended: Readonly<Record<EndReason, number>>;
  readonly waiting: Readonly<Record<Urgency, number>>;
  /** The process; null where none runs. */
  readonly process: { readonly pid: number; readonly residentBytes: number } | null;
}

interface PictureProcessorOptions {
  readonly log: { warn(details: object, sentence: string): void };
  readonly bounds?: PictureBounds;
  /** How long a process waits for its next picture, milliseconds. */
  readonly keptMs?: number;
}

/**
 * Examines pictures and makes files of them, one at a time in a process that does nothing else (docs/decisions/pictures-in-a-process.md). The
 * process starts at the first need and ends when it has had nothing to do for a while.
 */
export class PictureProcessor {
  readonly #options: Required<PictureProcessorOptions>;
  readonly #queue = new PictureQueue((ms) => (this.#isBusy(ms) ? Math.min(ms, REST_AT_MOST_MS) : 0));
  readonly #outcomes = { made: 0, refused: 0, busy: 0 };
  readonly #ended = { cpu: 0, memory: 0, crash: 0, wall: 0, lost: 0 };
  #child: PictureChild | null = null;
  #idle: NodeJS.Timeout | undefined;
  #hasToldOfNetwork = false;
  #isClosed = false;
  /** What this process had used when the picture began. */
  #usedBefore = process.cpuUsage();

  constructor(options: PictureProcessorOptions) {
    this.#options = { bounds: boundsOfMachine(), keptMs: KEPT_MS, ...options };
  }

  /**
   * Examines a file and makes what is wanted of it: what does not fit its type is left out, and what comes to the same width is made once.
   * @param input of at most `MEDIA_LIMITS.bytes`; a stream is read when its turn has come, and destroyed after a failure
   * @throws the reason of the signal; what the input throws
   */
  async take(request: PictureRequest, input: Readable | Buffer): Promise<PictureOutcome> {
    try {
      return await this.#queue.run(request.siteId, request.urgency, () => this.#begin(request, input), request.signal);
    } catch (error) {
      if (input instanceof Readable) input.destroy();
      if (error instanceof QueueFull) {
        this.#outcomes.busy++;
        return { failed: 'busy' };
      }
      if (error instanceof PictureProcessEnded) return { failed: error.reason };
      throw error;
    }
  }

  report(): PictureReport {
    return {
      outcomes: { ...this.#outcomes },
      ended: { ...this.#ended },
      waiting: this.#queue.waiting,
      process: this.#child && { pid: this.#child.pid, residentBytes: this.#child.residentBytes },
    };
  }

  /** Ends the process, whatever it is at. */
  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  async #begin({ declaredType, wanted }: PictureRequest, input: Readable | Buffer): Promise<PictureOutcome> {
    if (this.#isClosed) throw new PictureProcessEnded('lost');
    this.#usedBefore = process.cpuUsage();
    clearTimeout(this.#idle);
    this.#child ??= this.#start();
    const child = this.#child;
    try {
      const outcome = await child.take(
        { declaredType, wanted },
        input instanceof Readable ? bounded(input, this.#options.bounds.inputMs) : input,
      );
      this.#outcomes['refused' in outcome ? 'refused' : 'made']++;
      this.#keep(child);
      return outcome;
    } catch (error) {
      if (error instanceof PictureProcessEnded && !this.#isClosed) this.#ended[error.reason]++;
      if (child.isFit && !(error instanceof PictureProcessEnded)) this.#keep(child);
      else {
        child.end();
        this.#forget(child);
      }
      throw error;
    }
  }

  #start(): PictureChild {
    const hello = (hasNetwork: boolean) => hasNetwork && this.#tellOfNetwork();
    const child: PictureChild = new PictureChild(this.#options.bounds, hello, () => this.#forget(child));
    return child;
  }

  /** @param ms that the picture took */
  #isBusy(ms: number): boolean {
    const { user, system } = process.cpuUsage(this.#usedBefore);
    return (user + system) / 1_000 > BUSY_SHARE * ms;
  }

  #tellOfNetwork(): void {
    if (this.#hasToldOfNetwork) return;
    this.#hasToldOfNetwork = true;
    this.#options.log.warn({}, 'the process that opens pictures has the network: the system gives it none of its own');
  }

  #keep(child: PictureChild): void {
    if (child.residentBytes > KEPT_BYTES) this.#end();
    else this.#idle = setTimeout(() => this.#end(), this.#options.keptMs).unref();
  }

  #end(): void {
    const child = this.#child;
    if (!child) return;
    child.end();
    this.#forget(child);
  }

  #forget(child: PictureChild): void {
    if (this.#child !== child) return;
    clearTimeout(this.#idle);
    this.#child = null;
  }
}

/** The bytes of a stream, which fails where there are too many, or where they come too slowly: who waits behind it has no process. */
async function* bounded(input: Readable, withinMs: number): AsyncGenerator<Buffer> {
  const late = setTimeout(() => input.destroy(new Error('the bytes of a picture came too slowly')), withinMs);
  let bytes = 0;
  try {
    for await (const chunk of input) {
      bytes += chunk.length;
      if (bytes > MEDIA_LIMITS.bytes) throw new Error(`a picture of more than ${MEDIA_LIMITS.bytes} bytes`);
      yield chunk;
    }
  } finally {
    clearTimeout(late);
  }
}
