import { ask } from '../../test/support/http.ts';
import { type Figure, judged, stated } from '../figure.ts';
import { ASKINGS, type Asking, BROWSER } from '../load/asking.ts';
import { applyLoad, type LoadResult } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import { median } from '../median.ts';
import type { Contestant } from './contest.ts';
import { HOST } from './contestants.ts';

const SECONDS = { normal: 2, quick: 1 };
const ROUNDS = 5;
/** How long a page may take compared with the program before, as browsers ask. */
const BAR = 0.8;

/** How long a page takes when one visitor asks for one after the other. @param before the program that this one is compared with */
export async function oneVisitor(ours: Contestant, before: Contestant | null, quick: boolean): Promise<Figure[]> {
  const seconds = SECONDS[quick ? 'quick' : 'normal'];
  const visit = ({ port, headers: own }: Contestant, asking: Asking) => {
    const headers = { ...asking.headers, ...own };
    return applyLoad({
      ...{ port, targets: [{ host: HOST, path: '/', weight: 1, headers }], rate: null, connections: 1, seconds },
    });
  };
  const servers = before ? [ours, before] : [ours];
  const loads = ASKINGS.flatMap((asking) => servers.map((server) => ({ server, asking, results: [] as LoadResult[] })));
  for (const { server, asking } of loads) await visit(server, asking);
  for (let round = 0; round < ROUNDS; round++) {
    for (const { server, asking, results } of loads) results.push(await visit(server, asking));
  }
  const of = (wanted: Contestant | null, how: Asking) =>
    loads.find(({ server, asking }) => server === wanted && asking === how)?.results ?? [];
  const sizes = await Promise.all(ASKINGS.map((asking) => sizeOf(ours, asking)));
  return ASKINGS.map((asking, index) => figureOf(asking, sizes[index] ?? '', of(ours, asking), of(before, asking)));
}

function figureOf(asking: Asking, size: string, ours: readonly LoadResult[], before: readonly LoadResult[]): Figure {
  const p50s = (results: readonly LoadResult[]) => results.map((result) => pageLatencies(result).p50);
  const [p50, p50Before] = [median(p50s(ours)), median(p50s(before))];
  const { p99 } = pageLatencies(...ours);
  const failures = describeFailures(...ours);
  const rounds = p50s(ours).map((time, round) => time / (p50s(before)[round] ?? Number.NaN));
  const what = `demo home page, one visitor who asks for one page after the other, ${asking.name}: latency of a page`;
  const told = `p50 ${us(p50)}, p99 ${ms(p99)}, ${size}`;
  const values = { p50, p99 };
  if (before.length === 0) return stated(what, `${told}; ${failures.text}`, { ...values, failures: failures.count });
  const measured = `${told}; beside the ${us(p50Before)} of the program before`;
  if (asking !== BROWSER)
    return stated(what, `${median(rounds).toFixed(2)} times; ${measured}`, { ...values, p50Before });
  return judged({
    what,
    bar: { most: BAR },
    rounds,
    none: { failures: failures.count },
    measured,
    fault: 'a page takes 0.8 ms more of the web process',
    values: { ...values, p50Before },
  });
}

async function sizeOf({ port }: Contestant, { headers: asked }: Asking): Promise<string> {
  const { headers } = await ask({ port, host: HOST, headers: asked });
  return `${headers['content-length']} bytes in ${headers['content-encoding'] ?? 'no encoding'}`;
}

/** Milliseconds as text, exact to the microsecond. */
const us = (time: number): string => `${time.toFixed(3)} ms`;
