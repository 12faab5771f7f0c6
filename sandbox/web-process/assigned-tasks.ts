/** A task that a worker has. */
export interface AssignedTask {
  readonly id: number;
  /** What its worker gives it at most, milliseconds. */
  readonly atMostMs: number;
  /** Whether its worker has come to it. */
  isAtWork: boolean;
}

interface WorkerTasks<T extends AssignedTask> {
  /** In the order in which the worker takes them: the first is the one at work. */
  readonly tasks: T[];
  /** When the first came to be the first, milliseconds. */
  since: number;
}

/** A task that its process took along. */
export interface LostTask<T> {
  readonly task: T;
  /** Whether a worker worked on it, and whether beyond its time. */
  readonly isAtWork: boolean;
  readonly isLate: boolean;
}

/** Which tasks each worker of one process holds. A worker takes its tasks in order, so the oldest is the one at work. */
export class AssignedTasks<T extends AssignedTask> {
  readonly #workers = new Map<number, WorkerTasks<T>>();

  get size(): number {
    let size = 0;
    for (const { tasks } of this.#workers.values()) size += tasks.length;
    return size;
  }

  add(worker: number, task: T, now: number): void {
    const own = this.#workers.get(worker) ?? { tasks: [], since: now };
    this.#workers.set(worker, own);
    own.tasks.push(task);
    if (own.tasks.length === 1) beginFirst(own, now);
  }

  /** Takes an answered task back. */
  take(id: number, now: number): T | undefined {
    for (const own of this.#workers.values()) {
      const position = own.tasks.findIndex((task) => task.id === id);
      if (position < 0) continue;
      const [task] = own.tasks.splice(position, 1);
      if (task) task.isAtWork = false;
      beginFirst(own, now);
      return task;
    }
    return undefined;
  }

  /** For how long a task has been at work beyond its time, milliseconds: the one that is latest; negative while none is. */
  latest(now: number): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (const { tasks, since } of this.#workers.values()) {
      const [atWork] = tasks;
      if (atWork) latest = Math.max(latest, now - since - atWork.atMostMs);
    }
    return latest;
  }

  /** All tasks, as they stand. */
  all(now: number): LostTask<T>[] {
    return [...this.#workers.values()].flatMap(({ tasks, since }) =>
      tasks.map((task) => ({ task, isAtWork: task.isAtWork, isLate: task.isAtWork && now - since > task.atMostMs })),
    );
  }
}

function beginFirst<T extends AssignedTask>(own: WorkerTasks<T>, now: number): void {
  own.since = now;
  const [first] = own.tasks;
  if (first) first.isAtWork = true;
}
