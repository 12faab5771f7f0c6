import { join } from 'node:path';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { type Haproxy, startHaproxy } from '../../test/support/haproxy.ts';
import { type ServerProcess, startReadyServer } from '../../test/support/server-process.ts';
import { atEnd } from '../endings.ts';
import { FAULT_ENVIRONMENT } from '../fault/fault.ts';
import { temporaryFolder } from '../vitrine/host.ts';
import { createTenants, normalSites, type Tenant } from '../vitrine/tenants.ts';

/** Instances on one database and one data folder, behind HAProxy. */
export interface Cluster extends Sites {
  readonly haproxy: Haproxy;
  readonly instances: readonly ServerProcess[];
  /** Ends an instance, which another one follows on its port. @returns when that serves and the proxy knows it */
  replace(place: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Ends all, before the end of the bench. */
  end(): Promise<void>;
}

/** The sites of a database. */
export interface Sites {
  /** Sites that visitors ask for. */
  readonly visited: readonly Tenant[];
  /** Sites whose authors write. Not the visited ones: the page after a write of code takes longer, whoever restarts. */
  readonly written: readonly Tenant[];
}

export interface Sizes {
  readonly instances: number;
  readonly visited: number;
  readonly written: number;
}

/** A cluster on one PostgreSQL. */
export async function startOnOneServer(sizes: Sizes): Promise<Cluster> {
  const folder = await temporaryFolder();
  const database = await startEmbeddedServer(join(folder, 'database'), () => undefined);
  atEnd(() => database.stop());
  const sites = await createSites(database.url, sizes);
  return startCluster(Array(sizes.instances).fill(database.url), folder, sites);
}

/** Fills an empty database. */
export async function createSites(url: string, sizes: Pick<Sizes, 'visited' | 'written'>): Promise<Sites> {
  await withConnection('DATABASE_URL', url, migrate);
  const tenants = await createTenants(url, await normalSites(sizes.visited + sizes.written));
  return { visited: tenants.slice(0, sizes.visited), written: tenants.slice(sizes.visited) };
}

/**
 * @param urls the address of the database for each instance
 * @param folder takes their data
 */
export async function startCluster(urls: readonly string[], folder: string, sites: Sites): Promise<Cluster> {
  const common = {
    ...{ DATA_DIR: join(folder, 'data'), TRUST_PROXY: 'true', SHUTDOWN_DELAY: '3' },
    ...{ RENDER_WORKERS: '1', LOG_LEVEL: 'silent', ...FAULT_ENVIRONMENT },
  };
  const endings: (() => Promise<void>)[] = [];
  const end = async () => {
    for (let ending = endings.pop(); ending; ending = endings.pop()) await ending();
  };
  const start = async (url: string, port: number) => {
    const addresses = { DATABASE_URL: url, SERVICE_DATABASE_URL: url };
    const instance = await startReadyServer({ ...common, ...addresses, PORT: String(port) });
    endings.push(atEnd(() => instance.end('SIGKILL')));
    return instance;
  };
  const instances = await Promise.all(urls.map((url) => start(url, 0)));
  const haproxy = await startHaproxy(
    instances.map(({ port }) => port),
    folder,
  );
  endings.push(atEnd(haproxy.end));
  return {
    ...{ haproxy, instances, end, ...sites },
    replace: async (place, signal) => {
      const before = instances[place] as ServerProcess;
      await before.end(signal);
      instances[place] = await start(urls[place] ?? '', before.port);
      await haproxy.sees(before.port);
    },
  };
}
