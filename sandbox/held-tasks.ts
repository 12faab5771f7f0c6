/** A task in the hands of a worker. */
export interface HeldTask {
  readonly id: number;
  /** What its worker gives it at most, milliseconds. */
  readonly atMostMs: number;
}

interface Hands<T extends HeldTask> {
  /** In the order in which the worker takes them: the first is the one at work. */
  readonly tasks: T[];
  /** When the first came to be the first, milliseconds. */
  since: number;
}

/** Which tasks each worker of one process holds. A worker takes its tasks in order, so the oldest is the one at work. */
export class HeldTasks<T extends HeldTask> {
  readonly #hands = new Map<number, Hands<T>>();

  get size(): number {
    let size = 0;
    for (const { tasks } of this.#hands.values()) size += tasks.length;
    return size;
  }

  add(worker: number, task: T, now: number): void {
    const hands = this.#hands.get(worker) ?? { tasks: [], since: now };
    this.#hands.set(worker, hands);
    if (hands.tasks.length === 0) hands.since = now;
    hands.tasks.push(task);
  }

  /** Takes an answered task back. */
  take(id: number, now: number): T | undefined {
    for (const hands of this.#hands.values()) {
      const position = hands.tasks.findIndex((task) => task.id === id);
      if (position < 0) continue;
      hands.since = now;
      return hands.tasks.splice(position, 1)[0];
    }
    return undefined;
  }

  /** For how long a task has been at work beyond its time, milliseconds: the one that is latest; negative while none is. */
  latest(now: number): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (const { tasks, since } of this.#hands.values()) {
      const [atWork] = tasks;
      if (atWork) latest = Math.max(latest, now - since - atWork.atMostMs);
    }
    return latest;
  }

  /** Everything that is held, and of that what was at work. */
  all(): { readonly task: T; readonly isAtWork: boolean }[] {
    return [...this.#hands.values()].flatMap(({ tasks }) =>
      tasks.map((task, position) => ({ task, isAtWork: position === 0 })),
    );
  }
}
