import { faulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import type { ManySites } from './many-sites.ts';
import type { Scale } from './scale.ts';
import { sites } from './words.ts';

/** How many times the processor time of its second page the first one of a site may take. */
const MOST = 8;
const ROUNDS = 5;
/** Turns the bar red, milliseconds of the web process. */
const FAULT_MS = 100;

/**
 * Restarts vitrine and requests the first page of each site.
 * @param visited number of sites that were visited before the restart
 */
export async function firstPagesAfterRestart(
  all: ManySites,
  visited: number,
  { judged: most }: Scale,
): Promise<Figure> {
  const { host, names } = all;
  await host.restart();
  const each = Math.floor(Math.min(names.length, most) / ROUNDS);
  const visit = async (round: number, headers: Readonly<Record<string, string>>) => {
    const before = await host.processorTime();
    const result = await visitEach(host.port, names.slice(round * each, (round + 1) * each), 1, headers);
    return { result, used: (await host.processorTime()) - before };
  };
  const pairs = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push({ first: await visit(round, faulty({ busy: FAULT_MS })), second: await visit(round, {}) });
  }
  const firsts = pairs.map(({ first }) => first.result);
  const { p50, p99, max } = pageLatencies(...firsts);
  return judged({
    what: `after a restart with the same database and data folder (${sites(visited)} were visited before it): processor time of the first page of ${sites(each * ROUNDS)}, one request at a time, compared with their second`,
    bar: { most: MOST },
    rounds: pairs.map(({ first, second }) => first.used / second.used),
    none: { failures: describeFailures(...firsts).count },
    measured: `the first p50 ${ms(p50)}, p99 ${ms(p99)}, maximum ${ms(max)}; the second p50 ${ms(pageLatencies(...pairs.map(({ second }) => second.result)).p50)}`,
    fault: `a first page takes ${FAULT_MS} ms more of the web process`,
    values: { p50, p99, max },
  });
}
