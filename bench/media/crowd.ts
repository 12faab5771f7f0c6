import { type Figure, verdictOf } from '../figure.ts';
import { watchMemory } from '../isolation/memory-watch.ts';
import { applyLoad, measureCapacity } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import { uniform } from '../load/target.ts';
import { median } from '../median.ts';
import type { Host } from '../vitrine/host.ts';
import { uploadInTheEnd } from './library.ts';
import { copyOf } from './photographs.ts';

const ACCOUNTS = 2;
/** Visitors of other sites ask for this part of what the program can answer. */
const LOAD_SHARE = 0.2;
const CONNECTIONS = 50;
const MEMORY_MB = 1_300;
const SLOWER = 1.5;
const MEBIBYTE = 1.048_576;

/** Many photographs that two accounts upload at once: what they cost the program's memory, and visitors of other sites. */
export async function crowd(host: Host, photograph: Buffer, { quick }: { quick: boolean }): Promise<Figure[]> {
  const { port, pid, tenants } = host;
  const each = quick ? 10 : 100;
  const [owners, others] = [tenants.slice(0, ACCOUNTS), tenants.slice(ACCOUNTS)];
  const targets = uniform(others.map((tenant) => tenant.host));
  await measureCapacity({ port, targets, connections: CONNECTIONS, seconds: 3 });
  const capacity = await measureCapacity({ port, targets, connections: CONNECTIONS, seconds: quick ? 2 : 5 });
  const visit = (seconds: number) =>
    applyLoad({ port, targets, rate: capacity * LOAD_SHARE, connections: 4 * CONNECTIONS, seconds });
  const quiet = await visit(quick ? 4 : 15);

  const began = performance.now();
  const uploads = Promise.all(
    owners.flatMap((tenant, account) =>
      Array.from({ length: each }, (_, n) =>
        uploadInTheEnd(port, tenant, `photo-${n}.jpg`, copyOf(photograph, 1_000 * (account + 1) + n)).catch(() => ({
          status: 0,
          media: null,
        })),
      ),
    ),
  );
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  let isOver = false;
  const loads = (async () => {
    while (!isOver) visits.push(await visit(3));
  })();
  const { result, points } = await watchMemory(pid, uploads);
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await loads;
  const quietAgain = await visit(quick ? 4 : 15);

  const refused = result.filter(({ media }) => !media);
  const largest = Math.max(...points.map(([, mebibytes]) => mebibytes)) * MEBIBYTE;
  const before = median([quiet, quietAgain].map((load) => pageLatencies(load).p99));
  const meanwhile = pageLatencies(...visits).p99;
  const failures = describeFailures(...visits);
  const what = `${result.length} photographs of 12 megapixels (${(photograph.length / 1e6).toFixed(1)} MB) that ${ACCOUNTS} accounts upload at once`;
  return [
    {
      what: `${what}: memory of all processes of the program, at most`,
      bar: `≤ ${MEMORY_MB} MB`,
      measured: `${largest.toFixed(0)} MB; ${(result.length / seconds).toFixed(1)} photographs a second; ${refused.length} failures${refused.length > 0 ? ` (${[...new Set(refused.map(({ status }) => status))].join(', ')})` : ''}`,
      verdict: verdictOf(largest <= MEMORY_MB && refused.length === 0),
      values: { largest, perSecond: result.length / seconds, failures: refused.length },
    },
    {
      what: `${what}: p99 of other sites' pages meanwhile, at ${LOAD_SHARE * 100} % of what the program can answer`,
      bar: `≤ ${SLOWER} times the p99 without uploads, 0 failures`,
      measured: `${(meanwhile / before).toFixed(2)} times: ${ms(meanwhile)} beside ${ms(before)}; ${failures.text}`,
      verdict: verdictOf(meanwhile <= SLOWER * before && failures.count === 0),
      values: { meanwhile, before, ratio: meanwhile / before, failures: failures.count },
    },
  ];
}
