import { budget } from '../runtime/budget.ts';
import type { Measured, MeasuredPlace, ProfileKind } from './frame.ts';

/** Frames of one render that are told apart, and how deep they may stand: what goes beyond counts for the `autres` of its caller. */
const NODES = 20_000;
const DEPTH = 200;

/**
 * Calls that are told apart, about a third of a second of readings: later ones count for the `autres` of the frames that are open, and after as
 * many again for these frames themselves, so that the render goes on at full speed.
 */
const CALLS = 250_000;

/** To find what a measured call costs: the least of so many rounds of so many calls. */
const ROUNDS = 12;
const CALLS_A_ROUND = 200;

class Node implements Measured {
  readonly place: MeasuredPlace;
  readonly parent: Node | null;
  readonly depth: number;
  readonly children = new Map<MeasuredPlace, Node>();
  calls = 0;
  ms = 0;
  objects = 0;
  /** Of the call that is under way; a frame is entered once at a time, because each way of calling it has a frame of its own. */
  began = 0;
  left = 0;

  constructor(place: MeasuredPlace, parent: Node | null) {
    this.place = place;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
  }
}

/** Everything beyond the bounds. */
const OTHERS: MeasuredPlace = { kind: 'autres', name: 'autres', at: 0 };

/**
 * Measures one render: instrumented code says where it enters and leaves its parts. The time that the measuring takes itself is left out, as far
 * as it is the same each time.
 */
export class Recorder {
  readonly #clock: () => number;
  /** Time of one reading of the clock, with what surrounds it, milliseconds. */
  #cost = 0;
  #readings = 0;
  #last = 0;
  #nodes = 0;
  #calls = 0;
  #root = new Node(OTHERS, null);
  #current: Node | null = null;

  /** @param clock milliseconds, with a fraction */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#calibrate();
  }

  /** A place that is measured; called when a unit is loaded. */
  place(kind: ProfileKind, name: string, at: number): MeasuredPlace {
    return { kind, name, at };
  }

  /** Begins a render; the budget has begun. */
  begin(page: MeasuredPlace): void {
    this.#readings = 0;
    this.#last = 0;
    this.#nodes = 0;
    this.#calls = 0;
    this.#root = new Node(page, null);
    this.#current = null;
    this.#start(this.#root);
  }

  /** @returns whether the call is measured; `leave` must be told */
  enter(place: MeasuredPlace): boolean {
    const current = this.#current;
    if (!current || current.place === OTHERS || this.#calls >= 2 * CALLS) return false;
    const wanted = ++this.#calls > CALLS ? OTHERS : place;
    this.#start(current.children.get(wanted) ?? this.#added(current, wanted));
    return true;
  }

  leave(isMeasured: boolean): void {
    const node = this.#current;
    if (!isMeasured || !node) return;
    node.ms += this.#now() - node.began;
    node.objects += node.left - budget.left;
    this.#current = node.parent;
  }

  /** What was measured, also of calls that something has ended without their leaving: they count up to the last reading. */
  finish(): Measured {
    for (let node = this.#current; node; node = node.parent) {
      node.ms += this.#last - node.began;
      node.objects += node.left - budget.left;
    }
    this.#current = null;
    return this.#root;
  }

  /** The render has ended by itself: all that was entered was left. */
  end(): void {
    while (this.#current) this.leave(true);
  }

  #start(node: Node): void {
    node.calls++;
    node.left = budget.left;
    this.#current = node;
    node.began = this.#now();
  }

  #added(parent: Node, wanted: MeasuredPlace): Node {
    const place = this.#nodes < NODES && parent.depth < DEPTH ? wanted : OTHERS;
    const known = parent.children.get(place);
    if (known) return known;
    this.#nodes++;
    const node = new Node(place, parent);
    parent.children.set(place, node);
    return node;
  }

  #now(): number {
    const now = this.#clock() - ++this.#readings * this.#cost;
    if (now > this.#last) this.#last = now;
    return this.#last;
  }

  #calibrate(): void {
    const place = this.place('tag', '', 0);
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      this.begin(place);
      const began = this.#clock();
      for (let call = 0; call < CALLS_A_ROUND; call++) this.leave(this.enter(place));
      least = Math.min(least, (this.#clock() - began) / (2 * CALLS_A_ROUND));
      this.end();
    }
    this.#cost = least;
  }
}
