import { Answerer } from '../processes.ts';
import type { LatencyCounts } from './latencies.ts';
import type { Target } from './target.ts';

const GENERATOR = new URL('load-process.ts', import.meta.url);

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

const generators: { readonly program: Answerer<LoadPlan, LoadResult>; isBusy: boolean }[] = [];

/**
 * Puts the plan's load on the server, from a process that does nothing else. The first that is free takes it, new or not: V8 compiles
 * one anew that has made its first 9,000 requests, which takes 40 ms of the server's processors and shows as a stall of the server.
 */
export async function applyLoad(plan: LoadPlan): Promise<LoadResult> {
  const generator = generators.find(({ program, isBusy }) => !isBusy && !program.hasEnded) ?? addGenerator();
  generator.isBusy = true;
  try {
    return await generator.program.ask(plan);
  } finally {
    generator.isBusy = false;
  }
}

function addGenerator() {
  const generator = { program: new Answerer<LoadPlan, LoadResult>(GENERATOR), isBusy: false };
  generators.push(generator);
  return generator;
}

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
