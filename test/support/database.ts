import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end();
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
  await query(server, `CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${inject('templateDatabase')}` : ''}`);
  return server.replace(/[^/]+$/, name);
}
