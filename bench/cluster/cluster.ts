import { join } from 'node:path';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Haproxy, startHaproxy } from '../../test/support/haproxy.ts';
import { type ServerProcess, startReadyServer } from '../../test/support/server-process.ts';
import { atEnd } from '../endings.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import { createTenants, normalSites, type Tenant } from '../vitrine/tenants.ts';

/** Instances on one database and one data folder, behind HAProxy. */
export interface Cluster {
  readonly haproxy: Haproxy;
  readonly instances: readonly ServerProcess[];
  /** Sites that visitors ask for. */
  readonly visited: readonly Tenant[];
  /** Sites whose authors write. Not the visited ones: the page after a write of code takes longer, whoever restarts. */
  readonly written: readonly Tenant[];
  /** Ends an instance, which another one follows on its port. @returns when that serves and the proxy knows it */
  replace(place: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
}

export interface Sizes {
  readonly instances: number;
  readonly visited: number;
  readonly written: number;
}

export async function startCluster(sizes: Sizes): Promise<Cluster> {
  const folder = await temporaryFolder();
  const database = await startEmbeddedServer(join(folder, 'database'), () => undefined);
  atEnd(() => database.stop());
  const { url } = database;
  await withConnection('DATABASE_URL', url, migrate);
  const tenants = await createTenants(url, await normalSites(sizes.visited + sizes.written));
  const environment = {
    ...{ DATABASE_URL: url, SERVICE_DATABASE_URL: url, DATA_DIR: join(folder, 'data') },
    ...{ TRUST_PROXY: 'true', SHUTDOWN_DELAY: '3', RENDER_WORKERS: '1', LOG_LEVEL: 'silent' },
  };
  const start = async (port: number) => {
    const instance = await startReadyServer({ ...environment, PORT: String(port) });
    atEnd(() => instance.end('SIGKILL'));
    return instance;
  };
  const instances = await Promise.all(Array.from({ length: sizes.instances }, () => start(0)));
  const haproxy = await startHaproxy(
    instances.map(({ port }) => port),
    folder,
  );
  atEnd(haproxy.end);
  return {
    ...{ haproxy, instances, visited: tenants.slice(0, sizes.visited), written: tenants.slice(sizes.visited) },
    replace: async (place, signal) => {
      const before = instances[place] as ServerProcess;
      await before.end(signal);
      instances[place] = await start(before.port);
      await haproxy.sees(before.port);
    },
  };
}
