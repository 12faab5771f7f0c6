/** A task that a worker has. */
export interface AssignedTask {
  readonly id: number;
  /** Time that the worker gives the task at most, milliseconds. */
  readonly atMostMs: number;
  /** Whether the worker has begun the task. */
  isAtWork: boolean;
}

interface WorkerTasks<T extends AssignedTask> {
  /** In the order in which the worker does them: the first is at work. */
  readonly tasks: T[];
  /** When the first task became the first, milliseconds. */
  since: number;
}

/** A task whose process has ended. */
export interface LostTask<T> {
  readonly task: T;
  /** Whether a worker was at the task, and whether longer than the task may take. */
  readonly isAtWork: boolean;
  readonly isLate: boolean;
}

/** The tasks of each worker of one process. */
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

  /** How late the latest task is, milliseconds; negative while no task is late. */
  latest(now: number): number {
    let latest = Number.NEGATIVE_INFINITY;
    for (const { tasks, since } of this.#workers.values()) {
      const [atWork] = tasks;
      if (atWork) latest = Math.max(latest, now - since - atWork.atMostMs);
    }
    return latest;
  }

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
