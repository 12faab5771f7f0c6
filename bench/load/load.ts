import { callProgram } from '../processes.ts';
import type { LatencyCounts } from './latencies.ts';
import type { Target } from './target.ts';

export interface LoadPlan {
  readonly port: number;
  readonly targets: readonly Target[];
  /**
   * Open loop: requests that fall due each second, whatever becomes of those before them. `null` is the closed loop: each
   * connection asks anew as soon as it is answered, which finds the capacity.
   */
  readonly rate: number | null;
  /** Connections at most; they stay open. */
  readonly connections: number;
  readonly seconds: number;
  /** When to begin, milliseconds since 1970, so that no plan's time holds the start of another's process; at once when left out. */
  readonly beginsAt?: number | undefined;
}

/** Answers of one status. */
export interface Answers {
  readonly count: number;
  /** Those that came before the plan's time was over. */
  readonly inTime: number;
  /** From the moment the request was due: time that it waits for a connection counts, so that no omission is coordinated. */
  readonly sinceDue: LatencyCounts;
  /** From the moment the request was written. */
  readonly sinceSent: LatencyCounts;
}

export interface LoadResult {
  /** Requests that fell due. */
  readonly due: number;
  readonly answers: ReadonlyMap<number, Answers>;
  /** Requests without an answer, by what broke. */
  readonly broken: ReadonlyMap<string, number>;
  /** Answers that carried `Cache-Status`. */
  readonly stale: number;
  /** Most requests that waited for a connection at one time. */
  readonly mostWaiting: number;
}

/** Puts the plan's load on the server, from a process that does nothing else. */
export const applyLoad = (plan: LoadPlan): Promise<LoadResult> =>
  callProgram<LoadPlan, LoadResult>(new URL('load-process.ts', import.meta.url), plan);

/** Answers 200 a second that the server reaches when this many connections ask without a pause. */
export async function measureCapacity(plan: Omit<LoadPlan, 'rate'>): Promise<number> {
  const { answers } = await applyLoad({ ...plan, rate: null });
  return (answers.get(200)?.inTime ?? 0) / plan.seconds;
}

/** Everything that is no 200, by kind. */
export function failuresOf({ answers, broken }: LoadResult): ReadonlyMap<string, number> {
  const refusals = [...answers].flatMap(([status, { count }]): [string, number][] =>
    status === 200 ? [] : [[`HTTP ${status}`, count]],
  );
  return new Map([...refusals, ...broken]);
}
