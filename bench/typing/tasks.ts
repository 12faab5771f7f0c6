/** What a thread of Chromium did, by its trace. */

export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread, microseconds: on a shared machine less than what has passed. */
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** One task of a thread, milliseconds. */
export interface Task {
  readonly ms: number;
  readonly cpuMs: number;
  /** What the task did, the longest first: names as Chromium gives them, and the time that went there and nowhere deeper. */
  readonly parts: readonly (readonly [name: string, ms: number])[];
}

const isTask = ({ name, ph }: TraceEvent): boolean => ph === 'X' && /RunTask$/.test(name);

/** The tasks of the thread that the keys came to, the longest first. */
export function tasksOf(events: readonly TraceEvent[]): readonly Task[] {
  const key = events.find(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown');
  const own = events
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === key?.pid && tid === key.tid)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const tasks: { readonly task: TraceEvent; readonly parts: Map<string, number> }[] = [];
  let open: TraceEvent[] = [];
  for (const event of own) {
    open = open.filter((outer) => event.ts < endOf(outer));
    const outer = open.at(-1);
    if (!outer && isTask(event)) tasks.push({ task: event, parts: new Map() });
    const parts = tasks.at(-1)?.parts;
    if (parts && (outer || isTask(event))) {
      add(parts, event, event.dur ?? 0);
      if (outer) add(parts, outer, -(event.dur ?? 0));
      open.push(event);
    }
  }
  return tasks
    .map(({ task, parts }) => ({
      ms: (task.dur ?? 0) / 1_000,
      cpuMs: (task.tdur ?? task.dur ?? 0) / 1_000,
      parts: [...parts].map(([name, us]) => [name, us / 1_000] as const).sort((one, other) => other[1] - one[1]),
    }))
    .sort((one, other) => other.ms - one.ms);
}

/** Milliseconds from a pressed key to its letter in the text. */
export const keysOf = (events: readonly TraceEvent[]): readonly number[] =>
  events
    .filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keypress')
    .map(({ dur = 0 }) => dur / 1_000);

const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;

function add(parts: Map<string, number>, event: TraceEvent, us: number): void {
  const type = event.name === 'EventDispatch' ? event.args?.data?.type : undefined;
  const name = type ? `event ${type}` : event.name.replace(/^.*RunTask$/, 'task');
  parts.set(name, (parts.get(name) ?? 0) + us);
}
