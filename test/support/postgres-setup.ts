/**
 * One real PostgreSQL for the whole run; each test file makes databases of its own on it. With `THROUGH=pgbouncer` the tests get addresses
 * that lead through PgBouncer; with `CITUS_URL` the databases are distributed ones of that server.
 */
import { rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import pg from 'pg';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { CITUS_URL } from './citus.ts';
import { freshDataDir } from './data-dir.ts';
import { oncePerRun } from './once-per-run.ts';
import { startPgbouncer } from './pgbouncer.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's maintenance database, with all rights. */
    postgresUrl: string;
    /** Name of a migrated, empty database to copy. */
    templateDatabase: string;
    /** The same database as `postgresUrl` through a pooler; null without one. */
    pooledUrl: string | null;
  }
}

const TEMPLATE = 'vitrine_modele';
/** Few connections for each of hundreds of databases, so that some wait, and not for long when they are done with. */
const POOLS = { default_pool_size: 8, max_db_connections: 8, server_idle_timeout: 2 };

/** Files there are memory. */
const MEMORY = '/dev/shm';
/** What the databases of a run may take, bytes: 130 of 9 MB, with what the tests write. Containers often have 64 MB there. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/** Where the server's data lie: in memory where there is enough of it. */
async function dataFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null);
  return memory && memory.bavail * memory.bsize >= NEEDED_BYTES ? MEMORY : tmpdir();
}

/** Nothing here outlives the run, so nobody waits for the disk, whatever disk that is. */
const FORGETFUL = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };

/** Each of three files at a time may use two instances of the program, which take up to 43 connections each (docs/operations.md, Several instances). */
const CONNECTIONS = 300;

/** Thousands of connections show their password: the program's server has it hashed 4096 times, on both sides. */
async function shortenLogins(client: pg.Client): Promise<void> {
  await client.query('SET scram_iterations = 1');
  await client.query(
    `ALTER ROLE ${client.escapeIdentifier(String(client.user))} PASSWORD ${client.escapeLiteral(String(client.password))}`,
  );
}

export default oncePerRun('PostgreSQL', async () => {
  if (CITUS_URL) return { provided: { pooledUrl: null, postgresUrl: CITUS_URL }, end: async () => undefined };
  const dataDir = await freshDataDir(await dataFolder());
  const server = await startEmbeddedServer(dataDir, () => undefined, { connections: CONNECTIONS });
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  // The server ends no deadlock before the deadline of the statement does: a test that runs into one fails.
  await client.query("ALTER SYSTEM SET deadlock_timeout = '1min'");
  for (const [name, value] of Object.entries(FORGETFUL)) await client.query(`ALTER SYSTEM SET ${name} = ${value}`);
  // Hundreds of databases that nobody comes back to: one of them would be vacuumed every quarter of a second.
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  await shortenLogins(client);
  await client.end();
  await withConnection('DATABASE_URL', server.url.replace(/[^/]+$/, TEMPLATE), migrate);
  const pooler = process.env.THROUGH === 'pgbouncer' ? await startPgbouncer(server.url, dataDir, POOLS) : null;
  return {
    provided: {
      pooledUrl: pooler?.through(server.url) ?? null,
      postgresUrl: server.url,
      templateDatabase: TEMPLATE,
    },
    end: async () => {
      await pooler?.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
});
