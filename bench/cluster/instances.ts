import type { Figure } from '../figure.ts';
import { visitEach } from '../load/load.ts';
import { startOnOneServer } from './cluster.ts';
import { readElsewhere } from './freshness.ts';
import { killInTurn, restartInTurn } from './restarts.ts';

const SIZES = { instances: 3, visited: 20, written: 5 };
const SECONDS = { normal: 20, quick: 12 };
const WRITES = { normal: 100, quick: 60 };

/** Instances that die or are restarted, and what each shows of the others' writes. */
export async function measureInstances(tell: (figure: Figure) => void, quick: boolean): Promise<void> {
  const pace = quick ? 'quick' : 'normal';
  const cluster = await startOnOneServer(SIZES);
  const hosts = cluster.visited.map(({ host }) => host);
  for (const { port } of cluster.instances) await visitEach(port, hosts, 1);
  tell(await killInTurn(cluster, SECONDS[pace]));
  tell(await restartInTurn(cluster, SECONDS[pace]));
  tell(await readElsewhere(cluster, WRITES[pace]));
}
