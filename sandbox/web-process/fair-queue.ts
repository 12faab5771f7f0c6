import { BusyMap } from '../../concurrency/busy-map.ts';
import { preferredSlots } from './affinity.ts';

/** What a queue holds. */
export interface QueuedTask {
  /** Whose task it is: tasks of one owner go to the same slot while the slot has room. */
  readonly owner: string;
  /** Until when the task waits, milliseconds; and until when while the queue has no worker, because a process starts. */
  readonly refusedAt: number;
  readonly refusedAtUnlessOpen: number;
  /** Expected processor time, milliseconds. */
  readonly expectedMs: number;
}

/** Capacity of a slot; a task takes at least 1. */
const CAPACITY = 64;

/**
 * One in so many tasks of an owner goes to the owner's second slot, which is then warm when the process of the first dies
 * (docs/performance.md, Rules of the scheduler).
 */
const SECOND_EVERY = 64;

interface Slot<T> {
  readonly name: string;
  isOpen: boolean;
  /** Tasks that the slot's worker has, and the capacity that they take. */
  readonly held: T[];
  used: number;
}

/** A slot for one owner. While its worker loads what the owner's tasks need, the owner's other tasks wait or go to another slot. */
interface Home<T> {
  readonly slot: Slot<T>;
  state: 'cold' | 'loading' | 'warm';
}

interface Owner<T> {
  readonly name: string;
  /** The slot that the owner prefers comes first. */
  readonly homes: readonly Home<T>[];
  /** Tasks since one was done in another slot than the first. */
  sinceSecond: number;
  readonly waiting: T[];
  /** Capacity that the owner's tasks take in all slots. */
  used: number;
}

interface QueueRules<T> {
  /** As in `QUEUES`. */
  readonly aheadMs: number;
  /** Gives a task to the worker of a slot. */
  readonly dispatch: (task: T, slotName: string) => void;
}

/** A queue before workers of one kind. Owners are served round robin; while others wait, an owner uses half of all workers at most. */
export class FairQueue<T extends QueuedTask> {
  readonly #slots: readonly Slot<T>[];
  readonly #owners = new BusyMap<Owner<T>>(({ used, waiting }) => used === 0 && waiting.length === 0);
  readonly #rules: QueueRules<T>;
  /** Owners that have waiting tasks, the next one first. */
  readonly #ring: Owner<T>[] = [];

  /** @param slotNames a slot keeps its name when its worker is replaced */
  constructor(slotNames: readonly string[], rules: QueueRules<T>) {
    this.#slots = slotNames.map((name) => ({ name, isOpen: false, held: [], used: 0 }));
    this.#rules = rules;
  }

  /** Tasks that wait. */
  get waiting(): number {
    return this.#ring.reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Whether any of its slots has a worker. */
  get isOpen(): boolean {
    return this.#slots.some(({ isOpen }) => isOpen);
  }

  /** @param again whether a worker had the task and died: the task is put in front then */
  enqueue(task: T, again = false): void {
    const owner = this.#ownerOf(task.owner);
    if (owner.waiting.length === 0) this.#ring.push(owner);
    if (again) owner.waiting.unshift(task);
    else owner.waiting.push(task);
    const slot = slotFor(owner);
    if (slot) this.#fill(slot);
  }

  /** Notes that the worker of a slot has finished a task. @param isWarm whether the worker has what the owner's tasks need */
  finish(task: T, slotName: string, isWarm: boolean): void {
    const slot = this.#slot(slotName);
    if (!removeFrom(slot.held, task)) return;
    const owner = this.#release(slot, task);
    if (owner) {
      const home = homeAt(owner, slot);
      home.state = isWarm ? 'warm' : 'cold';
      if (isWarm && home !== owner.homes[0]) owner.sinceSecond = 0;
    }
    this.#fill(slot);
  }

  /** The slot has a worker now. */
  open(slotName: string): void {
    const slot = this.#slot(slotName);
    slot.isOpen = true;
    this.#fill(slot);
  }

  /** The slot has no worker any more. @returns the tasks that the worker had, which leave this queue */
  close(slotName: string): T[] {
    const slot = this.#slot(slotName);
    slot.isOpen = false;
    const held = slot.held.splice(0);
    for (const task of held) this.#release(slot, task);
    for (const owner of this.#owners.values()) homeAt(owner, slot).state = 'cold';
    return held;
  }

  /** Takes an owner's waiting tasks out of the queue. */
  withdraw(ownerName: string): T[] {
    const owner = this.#owners.get(ownerName);
    if (owner) removeFrom(this.#ring, owner);
    return owner?.waiting.splice(0) ?? [];
  }

  /** Takes the tasks out of the queue that have waited for too long at `time`. */
  withdrawLate(time: number): T[] {
    const { isOpen } = this;
    const isLate = (task: T) => (isOpen ? task.refusedAt : task.refusedAtUnlessOpen) < time;
    const late: T[] = [];
    for (const owner of [...this.#ring]) {
      if (!owner.waiting.some(isLate)) continue;
      late.push(...owner.waiting.filter(isLate));
      const kept = owner.waiting.filter((task) => !isLate(task));
      owner.waiting.splice(0, owner.waiting.length, ...kept);
      if (kept.length === 0) removeFrom(this.#ring, owner);
    }
    return late;
  }

  #fill(slot: Slot<T>): void {
    while (this.#ring.length > 0 && hasRoom(slot)) {
      const owner = this.#nextFor(slot);
      const task = owner?.waiting.shift();
      if (!owner || !task) return;
      removeFrom(this.#ring, owner);
      if (owner.waiting.length > 0) this.#ring.push(owner);
      const home = homeAt(owner, slot);
      if (home.state === 'cold') home.state = 'loading';
      owner.sinceSecond++;
      owner.used += this.#sizeOf(task);
      slot.used += this.#sizeOf(task);
      slot.held.push(task);
      this.#rules.dispatch(task, slot.name);
    }
  }

  #nextFor(slot: Slot<T>): Owner<T> | undefined {
    const half = (this.#slots.filter(({ isOpen }) => isOpen).length * CAPACITY) / 2;
    const isNext = (owner: Owner<T>) =>
      homeAt(owner, slot).state !== 'loading' && (owner.used === 0 || owner.used < half || this.#ring.length === 1);
    return this.#ring.find((owner) => owner.homes[0]?.slot === slot && isNext(owner)) ?? this.#ring.find(isNext);
  }

  #release(slot: Slot<T>, task: T): Owner<T> | undefined {
    slot.used -= this.#sizeOf(task);
    const owner = this.#owners.get(task.owner);
    if (owner) owner.used -= this.#sizeOf(task);
    return owner;
  }

  /** Capacity that a task takes. */
  #sizeOf({ expectedMs }: T): number {
    const { aheadMs } = this.#rules;
    return aheadMs === 0 ? CAPACITY : Math.min(CAPACITY, Math.max(1, Math.ceil((expectedMs / aheadMs) * CAPACITY)));
  }

  #ownerOf(name: string): Owner<T> {
    const known = this.#owners.get(name);
    if (known) return known;
    const homes = preferredSlots(name, this.#slots).map((slot) => ({ slot, state: 'cold' as const }));
    const owner: Owner<T> = { name, homes, sinceSecond: 0, waiting: [], used: 0 };
    this.#owners.set(name, owner);
    return owner;
  }

  #slot(name: string): Slot<T> {
    const slot = this.#slots.find((candidate) => candidate.name === name);
    if (!slot) throw new Error(`this queue has no slot ${name}`);
    return slot;
  }
}

const hasRoom = ({ isOpen, used }: { readonly isOpen: boolean; readonly used: number }): boolean =>
  isOpen && used < CAPACITY;

/** The slot for a task that has just come. */
function slotFor<T>({ homes, sinceSecond }: Owner<T>): Slot<T> | undefined {
  const mayTake = ({ slot, state }: Home<T>) => hasRoom(slot) && state !== 'loading';
  const second = sinceSecond < SECOND_EVERY ? undefined : homes[1];
  return (second && mayTake(second) ? second : homes.find(mayTake))?.slot;
}

function homeAt<T>({ name, homes }: Owner<T>, slot: Slot<T>): Home<T> {
  const home = homes.find((one) => one.slot === slot);
  if (!home) throw new Error(`${name} has no slot ${slot.name}`);
  return home;
}

/** @returns whether it was there */
function removeFrom<One>(list: One[], one: One): boolean {
  const position = list.indexOf(one);
  if (position >= 0) list.splice(position, 1);
  return position >= 0;
}
