import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { connectionSettings, type DatabaseRole } from '../../src/storage/connection.ts';
import { withConnection } from '../../src/storage/database.ts';
import { openRolePools, type RolePools } from '../../src/storage/role-pools.ts';
import { CITUS_URL, distributeDatabase } from './citus.ts';

/** The address without the run's pooler. */
export function directUrl(url: string): string {
  const pooled = inject('pooledUrl');
  return pooled ? url.replace(new URL(pooled).host, new URL(inject('postgresUrl')).host) : url;
}

/** Pools of the program, on a database of the run's server. */
export const openPools = (url: string, role: DatabaseRole | null): RolePools =>
  openRolePools(url, role, { isPooled: url !== directUrl(url), isDistributed: CITUS_URL !== null });

/** Opens a connection, before it is connected. */
type Opener = (url: string) => pg.Client;

interface Kept {
  readonly url: string;
  readonly opener: Opener;
  readonly client: pg.Client;
}

/** Connections to the run's server for the next work on their databases: to open one takes forty times as long as a statement. */
const kept: Kept[] = [];
const KEPT_AT_MOST = 4;

/** Servers of a test's own come and go. */
const isOfRun = (url: string) => new URL(url).host === new URL(inject('postgresUrl')).host;

async function connect(url: string, opener: Opener): Promise<pg.Client> {
  const at = kept.findLastIndex((each) => each.url === url && each.opener === opener);
  const [found] = at < 0 ? [] : kept.splice(at, 1);
  if (found) return found.client;
  const client = opener(url);
  client.on('error', () => {
    const lost = kept.findIndex((each) => each.client === client);
    if (lost >= 0) kept.splice(lost, 1);
  });
  await client.connect();
  return client;
}

/** Does work on a connection that nobody else uses meanwhile, without the run's pooler. Work that fails may leave a transaction open. */
async function lendConnection<T>(address: string, opener: Opener, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = directUrl(address);
  let client: pg.Client | undefined = await connect(url, opener);
  try {
    const result = await work(client);
    if (isOfRun(url)) {
      kept.push({ url, opener, client });
      client = kept.length > KEPT_AT_MOST ? kept.shift()?.client : undefined;
    }
    return result;
  } finally {
    await client?.end();
  }
}

const plainClient: Opener = (url) => new pg.Client(url);
const programClient: Opener = (url) => new pg.Client({ ...connectionSettings(url, null), application_name: 'essais' });

/** Runs one statement. */
export const query = (address: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> =>
  lendConnection(address, plainClient, (client) => client.query(text, values));

/** `withConnection` for tests: on the run's server it takes a fraction of the time. */
export const onDatabase = <T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  isOfRun(directUrl(address))
    ? lendConnection(address, programClient, work)
    : withConnection('DATABASE_URL', address, work);

/**
 * A new database on the run's server.
 * @param migrated whether it has the program's tables already
 * @returns its address, with all rights
 */
export async function freshDatabase({ migrated = true } = {}): Promise<string> {
  const server = inject('postgresUrl');
  const name = `essai_${randomUUID().replaceAll('-', '')}`;
  const url = server.replace(/[^/]+$/, name);
  // To copy the template's files takes a third of the time that it takes to write them as changes.
  const copy = migrated && !CITUS_URL ? ` TEMPLATE ${inject('templateDatabase')} STRATEGY FILE_COPY` : '';
  await query(server, `CREATE DATABASE ${name}${copy}`);
  if (migrated && CITUS_URL) await distributeDatabase(url);
  return (inject('pooledUrl') ?? server).replace(/[^/]+$/, name);
}
