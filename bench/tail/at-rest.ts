import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDemoSites } from '../../src/demo/demo-site.ts';
import { ask } from '../../test/support/http.ts';
import { FAULT_HEADER, isFaulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { describeFailures } from '../load/summary.ts';
import { startServer, temporaryFolder } from '../vitrine/host.ts';
import { proportionalMemory } from '../vitrine/process-tree.ts';
import { mib } from './words.ts';

/** Mebibytes. */
const BAR = 460;
/** The fault: so much more is kept, KiB. */
const FAULT_KIB = 300_000;
const REST_SECONDS = 5;

/** Memory of vitrine and its database without requests, started in the way of `npm start`. */
export async function memoryAtRest(): Promise<Figure> {
  const folder = await temporaryFolder();
  const server = await startServer({ DATA_DIR: join(folder, 'data') }, folder);
  const demos = await readDemoSites();
  const visits = await visitEach(
    server.port,
    demos.map(({ site }) => `${site.slug}.localhost`),
    1,
  );
  if (isFaulty) await ask({ port: server.port, headers: { [FAULT_HEADER]: `keep=${FAULT_KIB}` } });
  await sleep(REST_SECONDS * 1_000);
  const memory = await proportionalMemory(server.pid);
  await server.end();
  return judged({
    what: `memory at rest: proportional memory (PSS) of vitrine and its PostgreSQL, ${REST_SECONDS} s after one visit to each of the ${demos.length} demo sites of a new installation`,
    bar: { most: BAR },
    unit: 'MiB',
    rounds: [memory],
    none: { failures: describeFailures(visits).count },
    measured: mib(memory),
    fault: `${FAULT_KIB} KiB more are kept`,
  });
}
