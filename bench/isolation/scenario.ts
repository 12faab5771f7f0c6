import { type Fault, faulty } from '../fault/fault.ts';
import type { Findings } from '../figure.ts';
import { applyLoad, type LoadPlan, type LoadResult, measureCapacity } from '../load/load.ts';
import { uniform } from '../load/target.ts';
import { type Host, startHost } from '../vitrine/host.ts';
import { type NewTenant, normalSites } from '../vitrine/tenants.ts';

/** One failure or attack, and what it does to the sites. */
export interface Scenario {
  readonly title: string;
  /** Length of its measured part, seconds. */
  readonly seconds: { readonly normal: number; readonly quick: number };
  run(options: ScenarioOptions): Promise<Findings>;
}

export interface ScenarioOptions {
  readonly seconds: number;
  readonly quick: boolean;
}

/** Normal sites of a host, unless a scenario needs more. */
export const SITES = 20;
/** Connections of the closed loop that measures the capacity, and of the open loops. */
export const CAPACITY_CONNECTIONS = 50;
export const CONNECTIONS = 200;

const WARM_UP = { normal: 3, quick: 2 };
const CAPACITY = { normal: 3, quick: 2 };

/** A host with normal sites, all warm, and its measured capacity. */
export interface WarmHost {
  readonly host: Host;
  /** Pages a second of the normal sites in a closed loop over 50 connections. */
  readonly capacity: number;
  /** Measures the capacity again: the machine's speed drifts. */
  measureAgain(): Promise<number>;
  /** Requests pages of the normal sites in a closed loop. */
  loop(seconds: number): Promise<LoadResult>;
  /** Sends requests to the normal sites at a constant rate. @param fault what befalls them with `--fault` */
  load(rate: number, seconds: number, options?: Partial<LoadPlan>, fault?: Fault): Promise<LoadResult>;
}

/** @param options `others`: sites besides the normal ones. `hole`: the engine has a deliberate hole. `capacity`: known from a host like this one */
export async function startWarmHost(
  quick: boolean,
  options: { readonly others?: readonly NewTenant[]; readonly hole?: boolean; readonly capacity?: number } = {},
): Promise<WarmHost> {
  const { others = [], capacity, ...rest } = options;
  const host = await startHost([...(await normalSites(SITES)), ...others], rest);
  const { port } = host;
  const targets = uniform(host.tenants.slice(0, SITES).map((tenant) => tenant.host));
  const pace = quick ? 'quick' : 'normal';
  const plan = { port, targets, connections: CAPACITY_CONNECTIONS };
  const measure = (seconds: number) => measureCapacity({ ...plan, seconds });
  await measure(WARM_UP[pace]);
  return {
    host,
    capacity: capacity ?? (await measure(CAPACITY[pace])),
    loop: (seconds) => applyLoad({ ...plan, rate: null, seconds }),
    measureAgain: () => measure(CAPACITY[pace]),
    load: (rate, seconds, options = {}, fault = {}) => {
      const asked = targets.map((target) => ({ ...target, headers: faulty(fault) }));
      return applyLoad({ port, targets: asked, rate, seconds, connections: CONNECTIONS, ...options });
    },
  };
}
