import { Answerer } from '../processes.ts';
import type { LatencyCounts } from './latencies.ts';
import { type Target, uniform } from './target.ts';

const GENERATOR = new URL('load-process.ts', import.meta.url);

export interface LoadPlan {
  readonly port: number;
  readonly targets: readonly Target[];
  /**
   * Offered load of an open loop: requests a second, sent whether or not those before were answered. `null` is the closed loop: each
   * connection sends the next request as soon as it has its answer, which measures the capacity.
   */
  readonly rate: number | null;
  /** Maximum number of connections; they stay open. */
  readonly connections: number;
  readonly seconds: number;
  /** Sends one request to each target, in their order, and ends; for a closed loop. */
  readonly once?: boolean;
  /** When to begin, milliseconds since 1970: for loads that begin together though their processes start at different times. */
  readonly beginsAt?: number | undefined;
}

/** The answers with one status. */
export interface Answers {
  readonly count: number;
  /** Number of those that arrived before the end of the plan's time. */
  readonly inTime: number;
  /** Latencies from the time the request was due: waiting for a connection counts too (no coordinated omission). */
  readonly sinceDue: LatencyCounts;
  /** Latencies from the time the request was written. */
  readonly sinceSent: LatencyCounts;
}

export interface LoadResult {
  /** Time from the start to the end of the last request. */
  readonly seconds: number;
  /** Number of requests that were due. */
  readonly due: number;
  readonly answers: ReadonlyMap<number, Answers>;
  /** Numbers of requests without an answer, by the name of the failure. */
  readonly broken: ReadonlyMap<string, number>;
  /** Number of answers with the header `Cache-Status`. */
  readonly stale: number;
  /** The largest number of requests that waited for a connection at one time. */
  readonly mostWaiting: number;
}

const generators: { readonly program: Answerer<LoadPlan, LoadResult>; isBusy: boolean }[] = [];

/**
 * Sends the plan's load from a process that does nothing else. It uses an idle generator process if there is one, because V8 recompiles
 * a new one after its first 9,000 requests: that takes 40 ms of the server's processors and looks like a stall of the server.
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

/** Measures the capacity: answers 200 a second in a closed loop. */
export async function measureCapacity(plan: Omit<LoadPlan, 'rate'>): Promise<number> {
  return pagesPerSecond(await applyLoad({ ...plan, rate: null }), plan.seconds);
}

/** Answers 200 a second. @param seconds the plan's */
export const pagesPerSecond = ({ answers }: LoadResult, seconds: number): number =>
  (answers.get(200)?.inTime ?? 0) / seconds;

/** Requests each host's home page once, in their order, over this number of connections. */
export const visitEach = (
  port: number,
  hosts: readonly string[],
  connections: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<LoadResult> =>
  applyLoad({
    port,
    targets: uniform(hosts).map((target) => ({ ...target, headers })),
    rate: null,
    connections,
    seconds: Number.POSITIVE_INFINITY,
    once: true,
  });

/** Numbers of requests that were not answered with 200, by kind. */
export function failuresOf({ answers, broken }: LoadResult): ReadonlyMap<string, number> {
  const refusals = [...answers].flatMap(([status, { count }]): [string, number][] =>
    status === 200 ? [] : [[`HTTP ${status}`, count]],
  );
  return new Map([...refusals, ...broken]);
}
