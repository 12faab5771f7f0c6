import { ConcurrencyLimit } from '../../../concurrency/concurrency-limit.ts';
import { QueueFull } from '../../../concurrency/queue-full.ts';
import type { Urgency } from './protocol.ts';

/** Pictures that wait, of one site and in all. */
const WAITING: Readonly<Record<Urgency, { readonly each: number; readonly all: number }>> = {
  visitor: { each: 64, all: 512 },
  upload: { each: 16, all: 128 },
  nobody: { each: 64, all: 1_024 },
};
/** After so many of visitors one upload has its turn, so that visitors of many sites do not keep owners waiting for ever. */
const VISITORS_IN_A_ROW = 8;

interface Entry {
  readonly begin: () => void;
}

/** The pictures of one urgency: sites in turn, those of one site in the order in which they came. */
class Line {
  readonly limit: ConcurrencyLimit;
  readonly #sites = new Map<string, Set<Entry>>();

  constructor(urgency: Urgency) {
    const { each, all } = WAITING[urgency];
    this.limit = new ConcurrencyLimit(each, all);
  }

  add(site: string, entry: Entry): void {
    const entries = this.#sites.get(site);
    if (entries) entries.add(entry);
    else this.#sites.set(site, new Set([entry]));
  }

  /** @returns whether the entry has been waiting */
  remove(site: string, entry: Entry): boolean {
    const entries = this.#sites.get(site);
    if (!entries?.delete(entry)) return false;
    if (entries.size === 0) this.#sites.delete(site);
    this.limit.leave(site);
    return true;
  }

  next(): Entry | undefined {
    const [first] = this.#sites;
    if (!first) return undefined;
    const [site, entries] = first;
    const [entry] = entries;
    if (!entry) return undefined;
    this.remove(site, entry);
    // To the end of the line.
    if (entries.size > 0) {
      this.#sites.delete(site);
      this.#sites.set(site, entries);
    }
    return entry;
  }
}

/** Lets one picture after the other have the process. */
export class PictureQueue {
  readonly #lines: Readonly<Record<Urgency, Line>> = {
    visitor: new Line('visitor'),
    upload: new Line('upload'),
    nobody: new Line('nobody'),
  };
  readonly #restAfter: (ms: number) => number;
  #isTaken = false;
  /** Only visitors have the process now. */
  #isResting = false;
  #visitorsInARow = 0;

  /** @param restAfter how long only visitors have the process after a picture that none of them waited for, milliseconds, by how long the picture took */
  constructor(restAfter: (ms: number) => number = () => 0) {
    this.#restAfter = restAfter;
  }

  /** How many wait. */
  get waiting(): Readonly<Record<Urgency, number>> {
    const { visitor, upload, nobody } = this.#lines;
    return { visitor: visitor.limit.size, upload: upload.limit.size, nobody: nobody.limit.size };
  }

  /**
   * Does work when its turn has come.
   * @param signal takes the work out of the line; work that has begun goes on
   * @throws QueueFull without having begun; the reason of the signal; whatever the work throws
   */
  async run<T>(site: string, urgency: Urgency, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.#isTaken || (this.#isResting && urgency !== 'visitor')) await this.#turn(site, urgency, signal);
    this.#isTaken = true;
    const began = performance.now();
    try {
      return await work();
    } finally {
      const rest = urgency === 'visitor' ? 0 : this.#restAfter(performance.now() - began);
      if (rest > 0) this.#rest(rest);
      this.#passOn();
    }
  }

  #rest(ms: number): void {
    this.#isResting = true;
    setTimeout(() => {
      this.#isResting = false;
      if (!this.#isTaken) this.#passOn();
    }, ms);
  }

  #passOn(): void {
    const next = this.#next();
    // The turn goes directly to the next, so that new work cannot overtake.
    this.#isTaken = next !== undefined;
    next?.begin();
  }

  #turn(site: string, urgency: Urgency, signal: AbortSignal | undefined): Promise<void> {
    const line = this.#lines[urgency];
    if (!line.limit.admit(site)) throw new QueueFull();
    return new Promise((begin, give) => {
      const leave = () => {
        if (line.remove(site, entry)) give(signal?.reason);
      };
      const entry = {
        begin: () => {
          signal?.removeEventListener('abort', leave);
          begin();
        },
      };
      line.add(site, entry);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  #next(): Entry | undefined {
    const { visitor, upload, nobody } = this.#lines;
    const isTurnOfUploads = !this.#isResting && this.#visitorsInARow >= VISITORS_IN_A_ROW;
    const early = isTurnOfUploads ? upload.next() : undefined;
    const ofVisitor = early ? undefined : visitor.next();
    this.#visitorsInARow = ofVisitor ? this.#visitorsInARow + 1 : 0;
    if (this.#isResting) return ofVisitor;
    return early ?? ofVisitor ?? upload.next() ?? nobody.next();
  }
}
