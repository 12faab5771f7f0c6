import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseRole } from '../../src/storage/connection.ts';
import { openRolePools, type RolePools } from '../../src/storage/role-pools.ts';
import { CITUS_URL, distributeDatabase } from './citus.ts';

/** A connection to the run's server for the next statement on its database: to open one takes forty times as long as a statement. */
let kept: { readonly url: string; readonly client: pg.Client } | null = null;

/** Servers of a test's own come and go. */
const isOfRun = (url: string) => new URL(url).host === new URL(inject('postgresUrl')).host;

async function connect(url: string): Promise<pg.Client> {
  if (kept?.url === url) {
    const { client } = kept;
    kept = null;
    return client;
  }
  const client = new pg.Client(url);
  client.on('error', () => {
    if (kept?.client === client) kept = null;
  });
  await client.connect();
  return client;
}

/** The address without the run's pooler. */
export function directUrl(url: string): string {
  const pooled = inject('pooledUrl');
  return pooled ? url.replace(new URL(pooled).host, new URL(inject('postgresUrl')).host) : url;
}

/** Pools of the program, on a database of the run's server. */
export const openPools = (url: string, role: DatabaseRole | null): RolePools =>
  openRolePools(url, role, { isPooled: url !== directUrl(url), isDistributed: CITUS_URL !== null });

/** Runs one statement on a connection that nobody else uses meanwhile, without the run's pooler. */
export async function query(address: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const url = directUrl(address);
  let client: pg.Client | undefined = await connect(url);
  try {
    const result = await client.query(text, values);
    if (isOfRun(url)) [kept, client] = [{ url, client }, kept?.client];
    return result;
  } finally {
    await client?.end();
  }
}

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
