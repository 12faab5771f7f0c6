import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartupError } from '../../startup-error.ts';
import { type Cluster, DATABASE, MAINTENANCE_DATABASE } from './cluster.ts';
import { hasEnded } from './process.ts';

const START_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/**
 * The session-level lock that the program holds on its own server while it lives: it goes with the process, whatever ends
 * it. It is held in the maintenance database, since such locks belong to one database. (Only the embedded server, which is
 * always PostgreSQL itself, is asked for an advisory lock.)
 */
const OWNERSHIP_LOCK = 0x76_69_74_72;

/**
 * Waits for the server to accept connections and takes its ownership.
 * @returns the connection that holds the ownership, in a cluster that has the program's database
 * @throws StartupError when the server does not start or another instance owns it
 */
export async function becomeOwner(cluster: Cluster, server: ChildProcess, port: number): Promise<pg.Client> {
  const url = await cluster.url(port, MAINTENANCE_DATABASE);
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const client = quietClient(url);
    try {
      await client.connect();
      await takeOwnership(client, cluster);
      const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
      if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof StartupError) throw error;
      if (!hasEnded(server)) continue;
      // Two instances that start at once: the data directory's own lock ends the second server.
      if (await cluster.runningServer()) throw inUse(cluster);
      throw new StartupError(`La base de données n’a pas démarré : voir ${cluster.logFile}.`);
    }
  }
  throw new StartupError(`La base de données n’a pas démarré à temps : voir ${cluster.logFile}.`);
}

/** @throws StartupError when another instance holds the ownership */
export async function takeOwnership(client: pg.Client, cluster: Cluster): Promise<void> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [OWNERSHIP_LOCK]);
  if (!rows[0].free) throw inUse(cluster);
}

/** A connection whose loss is reported by its next query; the event has a listener so that it does not end the program. */
export function quietClient(connectionString: string): pg.Client {
  const client = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  return client;
}

function inUse({ dataDir }: Cluster): StartupError {
  return new StartupError(`DATA_DIR (${dataDir}) est déjà utilisé par une autre instance de vitrine.`);
}
