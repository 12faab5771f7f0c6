import { type Fault, faulty } from '../fault/fault.ts';
import { type LoadResult, visitEach } from '../load/load.ts';
import { perSecond } from '../load/summary.ts';
import { proportionalMemory } from '../vitrine/process-tree.ts';
import { type Comparison, compareWithHot, describeComparison } from './hot-site.ts';
import type { ManySites } from './many-sites.ts';
import { type Scale, VISITORS } from './scale.ts';
import { mib, sites } from './words.ts';

/** The measurements at one number of visited sites. */
export interface Step {
  readonly sites: number;
  /** The first visits to the sites that this step adds. */
  readonly visits: LoadResult;
  /** Memory of the server and its child processes, mebibytes: after the first visits, and after the load. */
  readonly memory: { readonly visited: number; readonly loaded: number };
  /** Processor time of a first visit, seconds. */
  readonly firstEach: number;
  readonly comparison: Comparison;
  readonly fault: Fault;
}

/**
 * Visits the sites that were not visited before, then loads all of them and the hot site alternately.
 * @param visited number of sites that are visited already
 * @param count number of sites that are visited after this step
 */
export async function visitMore(all: ManySites, visited: number, count: number, scale: Scale): Promise<Step> {
  const { host, names } = all;
  const used = await host.processorTime();
  const visits = await visitEach(host.port, names.slice(visited, count), VISITORS, faulty(scale.fault));
  const firstEach = ((await host.processorTime()) - used) / visits.due;
  const before = await proportionalMemory(host.pid);
  const comparison = await compareWithHot(all, names.slice(0, count), scale);
  const after = await proportionalMemory(host.pid);
  return {
    sites: count,
    visits,
    memory: { visited: before, loaded: after },
    firstEach,
    comparison,
    fault: scale.fault,
  };
}

/** A step as one line of text. */
export const describeStep = ({ sites: count, visits, memory, comparison }: Step): string =>
  `${sites(count)} visited (${perSecond(visits.due / visits.seconds)}), ${mib(memory.visited)}; Zipf load ${describeComparison(comparison)}`;
