import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { applyPrivileges } from './migrate.ts';
import type { Statement } from './statement.ts';
import { transaction } from './transaction.ts';

const DISTRIBUTION = new URL('distribution.sql', import.meta.url);
/** Copying the tables of many sites may take this long, milliseconds. */
const LONG_MS = 12 * 60 * 60 * 1_000;

/**
 * Distributes a migrated database by site with Citus: all of it or nothing. What is distributed already stays as it is.
 * @param client works with the rights of a superuser
 * @param shards the number of parts of the tables of sites, for tables that are not distributed yet
 * @returns false when the extension is not in the database
 */
export async function distribute(client: Client, shards: number): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  await transaction(client, async () => {
    // When two run at the same time, the second one finds everything done.
    await client.query('LOCK TABLE vitrine_droits IN ACCESS EXCLUSIVE MODE');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query("SELECT set_config('vitrine.shards', $1, true)", [String(shards)]);
    await client.query({ text: await readFile(DISTRIBUTION, 'utf8'), query_timeout: LONG_MS } as Statement);
    await applyPrivileges(client);
  });
  return true;
}

/** Whether Citus is in this database. */
export async function hasCitus(client: Client): Promise<boolean> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'");
  return rowCount === 1;
}
