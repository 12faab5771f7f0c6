import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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

/** Runs one statement on a connection that nobody else uses meanwhile. */
export async function query(url: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
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
  await query(server, `CREATE DATABASE ${name}${migrated ? ` TEMPLATE ${inject('templateDatabase')}` : ''}`);
  return server.replace(/[^/]+$/, name);
}
