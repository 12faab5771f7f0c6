import type { CpuPolicy } from '../../../sandbox/messages/cpu-policy.ts';
import type { Timing } from '../../../sandbox/web-process/timing.ts';
import type { Random } from '../../support/random.ts';

/** How much other programs want the processors. */
export type Load = 'none' | 'some' | 'full';

/** Part of a processor that a thread gets beside them; threads that have idle processors only get none. */
const SHARE: Readonly<Record<Load, number>> = { none: 1, some: 0.5, full: 0.04 };

interface Event {
  readonly time: number;
  /** Events of the same time happen in the order in which they were planned. */
  readonly order: number;
  /** Whether the web process does it: none does while that stands still. */
  readonly isOfWebProcess: boolean;
  readonly happen: () => void;
  isCancelled: boolean;
}

/** A machine whose time passes only when something is to happen in it: its clock, its timers, its processors. */
export class VirtualMachine implements Timing {
  readonly random: Random;
  #now = 0;
  #order = 0;
  /** A binary heap, the earliest event first. */
  readonly #events: Event[] = [];
  #load: Load = 'none';
  #isStalled = false;
  /** The web process stands still until then. */
  #webProcessGoesOnAt = 0;
  readonly #listeners = new Set<() => void>();

  constructor(random: Random) {
    this.random = random;
  }

  readonly now = (): number => this.#now;

  /** @param delayMs from now on @returns what cancels the event */
  after(delayMs: number, happen: () => void, isOfWebProcess = false): () => void {
    const event = { time: this.#now + delayMs, order: this.#order++, isOfWebProcess, happen, isCancelled: false };
    push(this.#events, event);
    return () => {
      event.isCancelled = true;
    };
  }

  readonly every = (ms: number, call: () => void): (() => void) => {
    let cancel: () => void;
    const again = () => {
      cancel = this.after(ms, again, true);
      call();
    };
    cancel = this.after(ms, again, true);
    return () => cancel();
  };

  readonly sleep = (ms: number): Promise<void> => new Promise((resolve) => this.after(ms, resolve, true));

  /** Lets time pass until nothing stands still any more. */
  async goOn(): Promise<void> {
    while (this.#webProcessGoesOnAt > this.#now) await this.run(this.#webProcessGoesOnAt);
  }

  /** Lets time pass. @param isOver asked after each event */
  async run(untilMs: number, isOver: () => boolean = () => false): Promise<void> {
    while (!isOver()) {
      const event = this.#events[0];
      if (!event || event.time > untilMs) break;
      pop(this.#events);
      if (event.isCancelled) continue;
      this.#now = event.time;
      if (event.isOfWebProcess && event.time < this.#webProcessGoesOnAt) {
        push(this.#events, { ...event, time: this.#webProcessGoesOnAt, order: this.#order++ });
        continue;
      }
      event.happen();
      // All that follows from the event in the program.
      if (event.isOfWebProcess) await allThatFollows();
    }
    if (!isOver()) this.#now = Math.max(this.#now, untilMs);
  }

  /** Part of a processor that a thread of this policy gets now. */
  shareOf({ onlyIdle }: CpuPolicy): number {
    if (this.#isStalled) return 0;
    return onlyIdle && this.#load !== 'none' ? 0 : SHARE[this.#load];
  }

  /** @param listener called when the shares change @returns what ends that */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setLoad(load: Load): void {
    this.#load = load;
    this.#tell();
  }

  /** The web process stands still for a time; the others, too, where the whole machine does. */
  stall(ms: number, { isWhole }: { readonly isWhole: boolean }): void {
    this.#webProcessGoesOnAt = Math.max(this.#webProcessGoesOnAt, this.#now + ms);
    if (!isWhole) return;
    this.#isStalled = true;
    this.#tell();
    this.after(ms, () => {
      this.#isStalled = false;
      this.#tell();
    });
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A tick comes when no promise is left to be answered, without a turn of the event loop. */
const allThatFollows = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

const isBefore = (a: Event, b: Event) => a.time < b.time || (a.time === b.time && a.order < b.order);

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(event, heap[parent] as Event)) break;
    heap[at] = heap[parent] as Event;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop() as Event;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1] as Event, heap[child] as Event)) child++;
    if (!isBefore(heap[child] as Event, last)) break;
    heap[at] = heap[child] as Event;
    at = child;
  }
  heap[at] = last;
}
