/**
 * `npm run bench:cluster [-- --quick]`: what visitors and authors notice when instances behind HAProxy are killed or restarted, and whether
 * each instance shows what another has written. The load generator runs on the same cores.
 */
import { cpus } from 'node:os';
import { HAPROXY, WITHOUT_HAPROXY } from '../../test/support/haproxy.ts';
import { type Figure, lineOf } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { runBench, say } from '../run.ts';
import { startCluster } from './cluster.ts';
import { readElsewhere } from './freshness.ts';
import { killInTurn, restartInTurn } from './restarts.ts';

const SIZES = { instances: 3, visited: 20, written: 5 };
const SECONDS = { normal: 60, quick: 12 };
const WRITES = { normal: 1_000, quick: 60 };

await runBench(async ({ quick }) => {
  if (HAPROXY === null) throw new Error(WITHOUT_HAPROXY);
  const pace = quick ? 'quick' : 'normal';
  say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; the load generator runs on the same cores`);
  const cluster = await startCluster(SIZES);
  const hosts = cluster.visited.map(({ host }) => host);
  for (const { port } of cluster.instances) await visitEach(port, hosts, 1);
  const figures: Figure[] = [];
  const tell = (figure: Figure) => {
    say(lineOf(figure));
    figures.push(figure);
  };
  tell(await killInTurn(cluster, SECONDS[pace]));
  tell(await restartInTurn(cluster, SECONDS[pace]));
  tell(await readElsewhere(cluster, WRITES[pace]));
  return { figures, charts: [] };
});
