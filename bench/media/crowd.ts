import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { faulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { watchMemory } from '../isolation/memory-watch.ts';
import { applyLoad, measureCapacity } from '../load/load.ts';
import { describeFailures, ms, pageLatencies } from '../load/summary.ts';
import { uniform } from '../load/target.ts';
import { median } from '../median.ts';
import type { Host } from '../vitrine/host.ts';
import { residentMemory } from '../vitrine/process-tree.ts';
import { signIn } from '../vitrine/sign-in.ts';
import { uploadInTheEnd } from './library.ts';
import { copyOf } from './photographs.ts';

const ACCOUNTS = 2;
/** Visitors of other sites ask for this part of what the program can answer. */
const LOAD_SHARE = 0.2;
const CONNECTIONS = 50;
/** Length of each load. */
const SECONDS = 2;
/** What memory may grow, compared with the bytes of all photographs that are uploaded at once. */
const GROWTH = 3;
/** How many times as long as beside two programs of the lowest priority, which want both processors, other sites' pages may take. */
const SLOWER = 10;
/** Turns the bars red: what an upload keeps, KiB, and what it takes of the web process, milliseconds. */
const FAULT = { keep: 20_000, busy: 3_000 };
const MEBIBYTE = 1.048_576;

/** Many photographs that two accounts upload at once: what they cost the program's memory, and visitors of other sites. */
export async function crowd(host: Host, photograph: Buffer, { quick }: { quick: boolean }): Promise<Figure[]> {
  const { port, pid, tenants } = host;
  const each = quick ? 5 : 25;
  const [owners, others] = [tenants.slice(0, ACCOUNTS), tenants.slice(ACCOUNTS)];
  const targets = uniform(others.map((tenant) => tenant.host));
  await measureCapacity({ port, targets, connections: CONNECTIONS, seconds: 2 });
  const capacity = await measureCapacity({ port, targets, connections: CONNECTIONS, seconds: 2 });
  const visit = (seconds: number) =>
    applyLoad({ port, targets, rate: capacity * LOAD_SHARE, connections: 4 * CONNECTIONS, seconds });
  const control = async () => {
    const spinner = fileURLToPath(new URL('../isolation/spinner.ts', import.meta.url));
    for (let n = 0; n < availableParallelism(); n++) fork(spinner, [String(SECONDS + 1)]);
    await sleep(1_000);
    return visit(SECONDS);
  };
  const quiet = [await control(), await control(), await control()];
  const memoryBefore = (await residentMemory(pid)) * MEBIBYTE;

  const sessions = await Promise.all(owners.map(({ slug }) => signIn(host.databaseUrl, slug)));
  const began = performance.now();
  const uploads = Promise.all(
    sessions.flatMap(({ cookie }, account) =>
      Array.from({ length: each }, (_, n) =>
        uploadInTheEnd(
          port,
          cookie,
          `photo-${n}.jpg`,
          copyOf(photograph, 1_000 * (account + 1) + n),
          faulty(FAULT),
        ).catch(() => ({
          status: 0,
          media: null,
        })),
      ),
    ),
  );
  const visits: Awaited<ReturnType<typeof visit>>[] = [];
  let isOver = false;
  const loads = (async () => {
    while (!isOver) visits.push(await visit(SECONDS));
  })();
  const { result, points } = await watchMemory(pid, uploads);
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await loads;
  quiet.push(await control(), await control());

  const refused = result.filter(({ media }) => !media);
  const largest = Math.max(...points.map(([, mebibytes]) => mebibytes)) * MEBIBYTE;
  const before = median(quiet.map((load) => pageLatencies(load).p99));
  const sent = (result.length * photograph.length) / 1e6;
  const what = `${result.length} photographs of 12 megapixels (${(photograph.length / 1e6).toFixed(1)} MB) that ${ACCOUNTS} accounts upload at once`;
  return [
    judged({
      what: `${what}: growth of the memory of all processes of the program, compared with the bytes that are uploaded`,
      bar: { most: GROWTH },
      rounds: [(largest - memoryBefore) / sent],
      none: { failures: refused.length },
      measured: `${memoryBefore.toFixed(0)} MB, then ${largest.toFixed(0)} MB at most, for ${sent.toFixed(0)} MB; ${(result.length / seconds).toFixed(1)} photographs a second`,
      fault: `an upload keeps ${FAULT.keep} KiB`,
      values: { largest, perSecond: result.length / seconds },
    }),
    judged({
      what: `${what}: p99 of other sites' pages meanwhile, at ${LOAD_SHARE * 100} % of what the program can answer, compared with that beside ${availableParallelism()} programs that loop at niceness 19`,
      bar: { most: SLOWER },
      rounds: visits.map((load) => pageLatencies(load).p99 / before),
      none: { failures: describeFailures(...visits).count },
      measured: `${ms(median(visits.map((load) => pageLatencies(load).p99)))} beside ${ms(before)}`,
      fault: `an upload takes ${FAULT.busy} ms of the web process`,
    }),
  ];
}
