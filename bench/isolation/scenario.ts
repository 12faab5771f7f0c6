import type { Findings } from '../figure.ts';
import { Latencies } from '../load/latencies.ts';
import { applyLoad, failuresOf, type LoadPlan, type LoadResult, measureCapacity } from '../load/load.ts';
import { uniform } from '../load/target.ts';
import { type Host, startHost } from '../vitrine/host.ts';
import { type NewTenant, wellBehaved } from '../vitrine/tenants.ts';

/** One way to make life hard for the sites. */
export interface Scenario {
  readonly title: string;
  /** Durations of its measured part, seconds. */
  readonly seconds: { readonly normal: number; readonly quick: number };
  run(options: ScenarioOptions): Promise<Findings>;
}

export interface ScenarioOptions {
  readonly seconds: number;
  readonly quick: boolean;
}

/** Sites that behave well, where a scenario needs no more. */
export const SITES = 20;
/** Connections of the closed loop that finds the capacity, and of an open loop below it. */
export const CAPACITY_CONNECTIONS = 50;
export const CONNECTIONS = 200;

const WARM_UP = { normal: 10, quick: 3 };
const CAPACITY = { normal: 10, quick: 3 };

/** A host whose first sites behave well, warm, with its capacity. */
export interface WarmHost {
  readonly host: Host;
  /** Pages a second of the sites that behave well, when 50 connections ask without a pause. */
  readonly capacity: number;
  /** The capacity as it is now: the machine's speed drifts. */
  measureAgain(): Promise<number>;
  /** Puts a steady load on those sites. */
  load(rate: number, seconds: number, options?: Partial<LoadPlan>): Promise<LoadResult>;
}

/** @param others sites besides those that behave well */
export async function startWarmHost(
  quick: boolean,
  options: { readonly others?: readonly NewTenant[]; readonly hole?: boolean } = {},
): Promise<WarmHost> {
  const { others = [], ...rest } = options;
  const host = await startHost([...(await wellBehaved(SITES)), ...others], rest);
  const { port } = host;
  const targets = uniform(host.tenants.slice(0, SITES).map((tenant) => tenant.host));
  const pace = quick ? 'quick' : 'normal';
  const measure = (seconds: number) => measureCapacity({ port, targets, connections: CAPACITY_CONNECTIONS, seconds });
  await measure(WARM_UP[pace]);
  return {
    host,
    capacity: await measure(CAPACITY[pace]),
    measureAgain: () => measure(CAPACITY[pace]),
    load: (rate, seconds, options = {}) =>
      applyLoad({ port, targets, rate, seconds, connections: CONNECTIONS, ...options }),
  };
}

/** Latencies of the pages, milliseconds, from when they were due. */
export function pageLatencies(...results: readonly LoadResult[]): { p50: number; p99: number; max: number } {
  const merged = Latencies.merge(...results.flatMap(({ answers }) => answers.get(200)?.sinceDue ?? []));
  return { p50: merged.quantile(0.5), p99: merged.quantile(0.99), max: merged.max };
}

/** How many requests of a load were no 200, and of which kinds. */
export function describeFailures(...results: readonly LoadResult[]): { count: number; text: string } {
  const kinds = new Map<string, number>();
  for (const [kind, count] of results.flatMap((result) => [...failuresOf(result)])) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
  const count = [...kinds.values()].reduce((sum, each) => sum + each, 0);
  const text = [...kinds].map(([kind, each]) => `${each} × ${kind}`).join(', ');
  return { count, text: count === 0 ? '0 failures' : `${count} failures (${text})` };
}

/** Milliseconds for a reader. */
export const ms = (time: number): string =>
  Number.isNaN(time) ? '–' : `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;
export const perSecond = (rate: number): string => `${rate.toFixed(0)}/s`;
