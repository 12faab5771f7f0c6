/** Results of loads as text. */
import { Latencies } from './latencies.ts';
import { failuresOf, type LoadResult } from './load.ts';

/** Latencies of the answers 200, milliseconds from the time the request was due. */
export function pageLatencies(...results: readonly LoadResult[]): { p50: number; p99: number; max: number } {
  const merged = Latencies.merge(...results.flatMap(({ answers }) => answers.get(200)?.sinceDue ?? []));
  return { p50: merged.quantile(0.5), p99: merged.quantile(0.99), max: merged.max };
}

/** Requests that failed. */
export interface Failures {
  readonly count: number;
  /** How many of which kinds. */
  readonly text: string;
}

/** How many requests of some loads were not answered with 200, and why. */
export const describeFailures = (...results: readonly LoadResult[]): Failures =>
  tally(results.flatMap((result) => [...failuresOf(result)]));

/** Adds failures up. @param counts kinds with their counts; a kind may occur more than once */
export function tally(counts: readonly (readonly [kind: string, count: number])[]): Failures {
  const kinds = new Map<string, number>();
  for (const [kind, count] of counts) kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  const count = [...kinds.values()].reduce((sum, each) => sum + each, 0);
  const text = [...kinds].map(([kind, each]) => `${each} × ${kind}`).join(', ');
  return { count, text: count === 0 ? '0 failures' : `${count} failures (${text})` };
}

/** Milliseconds as text. */
export const ms = (time: number): string =>
  Number.isNaN(time) ? '–' : `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
export const perSecond = (rate: number): string => `${rate.toFixed(0)}/s`;
