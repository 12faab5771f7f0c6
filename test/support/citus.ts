/** A server with Citus, of which Debian has no package: `CITUS_URL` names one, with the rights of a superuser (deploy/citus/README.md). */
import pg from 'pg';
import { distribute } from '../../src/storage/distribution.ts';
import { migrate } from '../../src/storage/migrate.ts';

export const CITUS_URL = process.env.CITUS_URL || null;

/** Few, since each test has a database of its own. */
const SHARDS = 4;

/** Another test prepares a database of the same server, which has the same roles. */
const CONCURRENT_UPDATE = 'XX000';

/** Prepares an empty database, as the operator does. */
export async function distributeDatabase(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('CREATE EXTENSION citus');
    await migrate(client);
    for (let isDone = false; !isDone; ) {
      isDone = await distribute(client, SHARDS).catch((error) => {
        if (error.code !== CONCURRENT_UPDATE) throw error;
        return false;
      });
    }
  } finally {
    await client.end();
  }
}
