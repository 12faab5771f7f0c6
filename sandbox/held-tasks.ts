/** A task in the hands of a worker. */
export interface HeldTask {
  readonly id: number;
  /** What its worker gives it at most, milliseconds. */
  readonly atMostMs: number;
}

interface Hands<T extends HeldTask> {
  /** In the order in which the worker takes them: the first is the one at work. */
  readonly tasks: Map<number, T>;
  /** When the first came to be the first, milliseconds. */
  since: number;
}

/** Which tasks each worker of one process holds. A worker takes its tasks in order, so the oldest is the one at work. */
export class HeldTasks<T extends HeldTask> {
  readonly #hands = new Map<number, Hands<T>>();

  get size(): number {
    let size = 0;
    for (const { tasks } of this.#hands.values()) size += tasks.size;
    return size;
  }

  add(worker: number, task: T, now: number): void {
    const hands = this.#hands.get(worker) ?? { tasks: new Map<number, T>(), since: now };
    this.#hands.set(worker, hands);
    if (hands.tasks.size === 0) hands.since = now;
    hands.tasks.set(task.id, task);
  }

  /** Takes an answered task back. */
  take(id: number, now: number): T | undefined {
    for (const hands of this.#hands.values()) {
      const task = hands.tasks.get(id);
      if (!task) continue;
      hands.tasks.delete(id);
      hands.since = now;
      return task;
    }
    return undefined;
  }

  /** For how long a task has been at work beyond its time, milliseconds: the one that is latest; negative while none is. */
  latest(now: number): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (const { tasks, since } of this.#hands.values()) {
      const [atWork] = tasks.values();
      if (atWork) latest = Math.max(latest, now - since - atWork.atMostMs);
    }
    return latest;
  }

  /** Everything that is held, and of that what was at work. */
  all(): { readonly task: T; readonly isAtWork: boolean }[] {
    return [...this.#hands.values()].flatMap(({ tasks }) =>
      [...tasks.values()].map((task, position) => ({ task, isAtWork: position === 0 })),
    );
  }
}
