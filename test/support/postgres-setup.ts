/** One real PostgreSQL for the whole run; each test file makes databases of its own on it. */
import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { withConnection } from '../../src/storage/database.ts';
import { startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { migrate } from '../../src/storage/migrate.ts';
import { freshDataDir } from './data-dir.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's maintenance database, with all rights. */
    postgresUrl: string;
    /** Name of a migrated, empty database to copy. */
    templateDatabase: string;
  }
}

const TEMPLATE = 'vitrine_modele';

export default async function setup(project: TestProject) {
  const dataDir = await freshDataDir();
  const server = await startEmbeddedServer(dataDir, () => undefined);
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  // The server ends no deadlock before the deadline of the statement does: a test that runs into one fails.
  await client.query("ALTER SYSTEM SET deadlock_timeout = '1min'");
  // Nothing here outlives the run, so nobody waits for the disk, whatever disk that is.
  await client.query('ALTER SYSTEM SET fsync = off');
  // Hundreds of databases that nobody comes back to: one of them would be vacuumed every quarter of a second.
  await client.query('ALTER SYSTEM SET autovacuum = off');
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  await withConnection('DATABASE_URL', server.url.replace(/[^/]+$/, TEMPLATE), migrate);
  project.provide('postgresUrl', server.url);
  project.provide('templateDatabase', TEMPLATE);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
