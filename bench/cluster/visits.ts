import { faulty } from '../fault/fault.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, type Failures, ms, pageLatencies, perSecond } from '../load/summary.ts';
import { uniform } from '../load/target.ts';
import type { Cluster } from './cluster.ts';

/** Visitors of all visited sites. */
export interface Visitors {
  /** Pages a second. */
  readonly rate: number;
  /** As many as may wait at a time for an instance or a database that has gone. */
  readonly connections: number;
  readonly seconds: number;
}

/** What turns the bars of pages red. */
export const FAILING = 'each hundredth request of an instance fails';

export function visit({ haproxy, visited }: Cluster, visitors: Visitors): Promise<LoadResult> {
  const headers = faulty({ fail: 100 });
  const targets = uniform(visited.map(({ host }) => host)).map((target) => ({ ...target, headers }));
  return applyLoad({ port: haproxy.port, targets, ...visitors });
}

/** What the figures have in common. */
export const describeVisits = ({ instances, visited }: Cluster, rate: number): string =>
  `${instances.length} instances behind HAProxy, ${perSecond(rate)} pages of ${visited.length} sites`;

export interface PageSummary {
  readonly failures: Failures;
  readonly text: string;
  readonly values: Readonly<Record<string, number>>;
}

/** The pages of some loads. */
export function summarise(...results: readonly LoadResult[]): PageSummary {
  const { p50, p99, max } = pageLatencies(...results);
  const failures = describeFailures(...results);
  const pages = results.reduce((sum, { due }) => sum + due, 0);
  return {
    failures,
    text: `${failures.text} in ${pages} pages; p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}`,
    values: { failures: failures.count, pages, p50, p99, max },
  };
}
