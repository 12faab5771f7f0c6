import cluster from 'node:cluster';
import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { whenDisconnected } from '../processes.ts';

/**
 * Serves what a rival serves, and sends its port to the bench: in this process, or in several on one port, to which `node:cluster` gives the
 * connections by turns.
 */
export async function serve(processes: number, makeApp: () => FastifyInstance): Promise<void> {
  whenDisconnected(() => process.exit(0));
  if (processes > 1 && cluster.isPrimary) {
    // A rival that lost a process would be slower than it is.
    cluster.on('exit', () => process.exit(1));
    const workers = Array.from({ length: processes }, () => cluster.fork());
    const addresses = await Promise.all(workers.map((worker) => once(worker, 'listening')));
    process.send?.({ port: addresses[0]?.[0].port });
    return;
  }
  const app = makeApp();
  await app.listen({ port: 0, host: '127.0.0.1' });
  if (cluster.isPrimary) process.send?.({ port: (app.server.address() as { port: number }).port });
}
