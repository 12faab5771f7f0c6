import { ask } from '../../test/support/http.ts';
import type { ServerProcess } from '../../test/support/server-process.ts';
import { isFaulty } from '../fault/fault.ts';
import { type Figure, judged } from '../figure.ts';
import { SECTION, type Tenant } from '../vitrine/tenants.ts';
import type { Cluster } from './cluster.ts';

/** Writes through one instance, each read at once through another. */
export async function readElsewhere({ instances, visited }: Cluster, writes: number): Promise<Figure> {
  let fresh = 0;
  for (let n = 0; n < writes; n++) {
    const { host, themeId, key } = visited[n % visited.length] as Tenant;
    const [one, other] = [n, n + 1].map((place) => instances[place % instances.length] as ServerProcess);
    const text = `<p>Fraîcheur ${n}</p>`;
    const path = `/api/themes/${themeId}/fichiers`;
    const body = { chemin: SECTION, contenu: text };
    const { status } = await ask({ port: one?.port ?? 0, method: 'PUT', path, key, body });
    const page = await ask({
      port: other?.port ?? 0,
      host: isFaulty ? (visited[(n + 1) % visited.length] as Tenant).host : host,
    });
    if (status === 200 && page.status === 200 && page.text.includes(text)) fresh++;
  }
  return judged({
    what: `writes through one of ${instances.length} instances, each read at once through another`,
    bar: { least: writes },
    unit: 'fresh',
    rounds: [fresh],
    measured: `of ${writes}`,
    fault: 'the page of another site is read',
  });
}
