import { preferredPlace } from './affinity.ts';
import { BusyMap } from './busy-map.ts';

/** What a lane hands to its places. */
export interface Turn {
  /** Whose turn it is: the turns of one owner go to one place while it is free. */
  readonly owner: string;
  /** Milliseconds. */
  readonly since: number;
  /** Part of a place's room that it takes: above 0, up to 1. */
  readonly size: number;
}

/** One worker, or the gap that a worker left: its name stays, so that owners keep the place that they prefer. */
export interface Place<T extends Turn> {
  readonly name: string;
  /** In the order in which the worker takes them. */
  readonly held: T[];
}

/** Sums of sizes that differ by less are the same. */
const ROUNDING = 1e-9;

export interface LaneRules<T extends Turn> {
  /** Part of all room that one owner may hold while others wait; one turn at least. */
  readonly share: number;
  /** Owners that come after all others, and together hold one turn at a time. */
  readonly isStricken: (owner: string) => boolean;
  /**
   * One in so many turns of an owner goes to its second place, so that it is known there when the first is gone or busy; never when
   * left out.
   */
  readonly standbyEvery?: number | undefined;
  readonly hand: (turn: T, place: Place<T>) => void;
}

interface Owner<T extends Turn> {
  readonly name: string;
  readonly home: Seat<T>;
  /** Its second place; null where there is none. */
  readonly standby: Seat<T> | null;
  untilStandby: number;
  /** The turn that was sent to its second place, which had not to be done there. */
  visit: T | null;
  /** Places whose workers have what its turns need. */
  readonly knownAt: Seat<T>[];
  /** A place that does not know it, and has a turn of it. */
  meeting: Seat<T> | null;
  readonly waiting: T[];
  /** Turns under way, and the room that they take. */
  held: number;
  room: number;
}

interface Seat<T extends Turn> extends Place<T> {
  isOpen: boolean;
  /** Room that its turns take. */
  taken: number;
  /** Owners that wait for this place rather than for another, the next one first. */
  readonly turns: Owner<T>[];
}

/**
 * A queue before some workers of one kind. An owner's turns go to the place that rendezvous hashing gives it while that one has
 * room, and to another that nobody else waits for when it has not. Owners take turns, however many turns each waits for.
 */
export class Lane<T extends Turn> {
  readonly #seats: readonly Seat<T>[];
  readonly #owners = new BusyMap<Owner<T>>(({ held, waiting }) => held === 0 && waiting.length === 0);
  readonly #rules: LaneRules<T>;
  #waitingOwners = 0;
  /** The turn under way that a stricken owner was given. */
  #strickenTurn: T | null = null;

  constructor(placeNames: readonly string[], rules: LaneRules<T>) {
    this.#seats = placeNames.map((name) => ({
      name,
      held: [],
      taken: 0,
      isOpen: false,
      turns: [],
    }));
    this.#rules = rules;
  }

  /** Turns that wait. */
  get waiting(): number {
    let waiting = 0;
    for (const owner of this.#owners.values()) waiting += owner.waiting.length;
    return waiting;
  }

  /** Whether a worker stands at any of its places. */
  get isOpen(): boolean {
    return this.#seats.some(({ isOpen }) => isOpen);
  }

  /** @param again whether it has had its turn already, in a process that died: it comes first then */
  enqueue(turn: T, again = false): void {
    const owner = this.#ownerOf(turn.owner);
    if (owner.waiting.length === 0) {
      owner.home.turns.push(owner);
      this.#waitingOwners++;
    }
    if (again) owner.waiting.unshift(turn);
    else owner.waiting.push(turn);
    const free = this.#seatFor(owner, turn);
    if (free) this.#fill(free);
  }

  /** Notes that a turn is over at the place of this name. @param isKnown whether the worker has what the owner's turns need */
  finish(turn: T, name: string, isKnown = false): void {
    const seat = this.#seat(name);
    if (!removeFrom(seat.held, turn)) return;
    const owner = this.#owners.get(turn.owner);
    if (owner) {
      noteKnown(owner, seat, isKnown);
      if (owner.visit === turn) {
        owner.visit = null;
        // What its worker has asked for comes next.
        if (!isKnown) owner.untilStandby = 1;
      }
    }
    seat.taken = seat.held.length === 0 ? 0 : seat.taken - turn.size;
    this.#release(turn);
    this.#fill(seat);
  }

  /** A worker stands at this place now. */
  open(name: string): void {
    const seat = this.#seat(name);
    seat.isOpen = true;
    this.#fill(seat);
  }

  /** The worker at this place takes no more. @returns the turns that it holds, which are no longer this lane's */
  close(name: string): T[] {
    const seat = this.#seat(name);
    seat.isOpen = false;
    const held = seat.held.splice(0);
    seat.taken = 0;
    for (const turn of held) this.#release(turn);
    for (const owner of this.#owners.values()) noteKnown(owner, seat, false);
    return held;
  }

  /** Takes an owner's waiting turns out of the queue. */
  withdraw(ownerName: string): T[] {
    const owner = this.#owners.get(ownerName);
    if (!owner) return [];
    const turns = owner.waiting.splice(0);
    if (turns.length > 0) this.#settle(owner);
    return turns;
  }

  /** Takes the turns that have waited since before `time` out of the queue. */
  withdrawBefore(time: number): T[] {
    const late: T[] = [];
    for (const owner of this.#owners.values()) {
      const kept = owner.waiting.filter(({ since }) => since >= time);
      if (kept.length === owner.waiting.length) continue;
      late.push(...owner.waiting.filter(({ since }) => since < time));
      owner.waiting.splice(0, owner.waiting.length, ...kept);
      this.#settle(owner);
    }
    return late;
  }

  /**
   * Where a turn that has come is to be done. A place that does not know its owner is given one turn of it; the others are done where
   * it is known, until that one is over.
   */
  #seatFor(owner: Owner<T>, turn: T): Seat<T> | undefined {
    const { home, knownAt } = owner;
    const elsewhere = () => knownAt.find((seat) => seat !== home && this.#hasRoom(seat));
    if (!this.#hasRoom(home)) return elsewhere() ?? this.#seats.find((seat) => this.#hasRoom(seat));
    if (knownAt.includes(home)) return this.#standbyInTurn(owner, turn) ?? home;
    return isMeeting(owner, home) ? (elsewhere() ?? home) : home;
  }

  #standbyInTurn(owner: Owner<T>, turn: T): Seat<T> | null {
    const { standbyEvery } = this.#rules;
    if (standbyEvery === undefined || !owner.standby || --owner.untilStandby > 0) return null;
    owner.untilStandby = standbyEvery;
    if (!this.#hasRoom(owner.standby)) return null;
    owner.visit = turn;
    return owner.standby;
  }

  #fill(seat: Seat<T>): void {
    while (this.#hasRoom(seat)) {
      const owner = this.#nextFor(seat);
      const turn = owner?.waiting.shift();
      if (!owner || !turn) return;
      // The owner goes to the end of the row.
      removeFrom(owner.home.turns, owner);
      if (owner.waiting.length > 0) owner.home.turns.push(owner);
      else this.#waitingOwners--;
      owner.held++;
      owner.room += turn.size;
      if (this.#rules.isStricken(owner.name)) this.#strickenTurn = turn;
      if (!owner.knownAt.includes(seat)) owner.meeting = seat;
      seat.held.push(turn);
      seat.taken += turn.size;
      this.#rules.hand(turn, seat);
    }
  }

  #nextFor(seat: Seat<T>): Owner<T> | undefined {
    if (this.#waitingOwners === 0) return undefined;
    return (
      this.#firstOf(seat.turns, seat, false) ??
      this.#fromElsewhere(seat, false) ??
      this.#firstOf(seat.turns, seat, true) ??
      this.#fromElsewhere(seat, true)
    );
  }

  #fromElsewhere(seat: Seat<T>, stricken: boolean): Owner<T> | undefined {
    const crowded = this.#seats.filter((other) => other !== seat && other.turns.length > 0);
    crowded.sort((a, b) => b.turns.length - a.turns.length);
    for (const other of crowded) {
      const owner = this.#firstOf(other.turns, seat, stricken);
      if (owner) return owner;
    }
    return undefined;
  }

  /** @param waiting owners, the next one first @param seat where the turn is to be done */
  #firstOf(waiting: readonly Owner<T>[], seat: Seat<T>, stricken: boolean): Owner<T> | undefined {
    for (const owner of waiting) {
      if (this.#rules.isStricken(owner.name) !== stricken || isMeeting(owner, seat)) continue;
      if (this.#mayHoldMore(owner, stricken)) return owner;
    }
    return undefined;
  }

  #mayHoldMore({ held, room }: Owner<T>, stricken: boolean): boolean {
    if (stricken) return this.#strickenTurn === null;
    if (held === 0 || this.#waitingOwners === 1) return true;
    const open = this.#seats.filter(({ isOpen }) => isOpen).length;
    return room < open * this.#rules.share - ROUNDING;
  }

  #release(turn: T): void {
    if (this.#strickenTurn === turn) this.#strickenTurn = null;
    const owner = this.#owners.get(turn.owner);
    if (!owner) return;
    owner.held--;
    owner.room = owner.held === 0 ? 0 : owner.room - turn.size;
  }

  /** Some of the owner's waiting turns have been withdrawn. */
  #settle(owner: Owner<T>): void {
    if (owner.waiting.length > 0) return;
    removeFrom(owner.home.turns, owner);
    this.#waitingOwners--;
  }

  #ownerOf(name: string): Owner<T> {
    const known = this.#owners.get(name);
    if (known) return known;
    const home = preferredPlace(name, this.#seats);
    const others = this.#seats.filter((seat) => seat !== home);
    const standby = others.length > 0 ? preferredPlace(name, others) : null;
    const untilStandby = this.#rules.standbyEvery ?? 0;
    const nothing = { visit: null, knownAt: [], meeting: null, waiting: [], held: 0, room: 0 };
    const owner: Owner<T> = { name, home, standby, untilStandby, ...nothing };
    this.#owners.set(name, owner);
    return owner;
  }

  #seat(name: string): Seat<T> {
    const seat = this.#seats.find((candidate) => candidate.name === name);
    if (!seat) throw new Error(`this lane has no place ${name}`);
    return seat;
  }

  #hasRoom(seat: Seat<T>): boolean {
    return seat.isOpen && seat.taken < 1 - ROUNDING;
  }
}

/** Whether its one turn there is not over yet, while another place knows it: what waits is done sooner by that one. */
const isMeeting = <T extends Turn>({ meeting, knownAt }: Owner<T>, seat: Seat<T>) =>
  meeting === seat && knownAt.length > 0;

function noteKnown<T extends Turn>(owner: Owner<T>, seat: Seat<T>, isKnown: boolean): void {
  if (owner.meeting === seat) owner.meeting = null;
  if (!isKnown) removeFrom(owner.knownAt, seat);
  else if (!owner.knownAt.includes(seat)) owner.knownAt.push(seat);
}

/** @returns whether it was there */
function removeFrom<T>(list: T[], one: T): boolean {
  const position = list.indexOf(one);
  if (position >= 0) list.splice(position, 1);
  return position >= 0;
}
