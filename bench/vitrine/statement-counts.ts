/** What PostgreSQL itself counts of the statements that it runs, by its extension `pg_stat_statements`. */
import pg from 'pg';
import { type EmbeddedServer, startEmbeddedServer } from '../../src/storage/embedded/server.ts';
import { atEnd } from '../endings.ts';
import { databaseProcess } from './process-tree.ts';

export interface StatementCount {
  /** Its text, with parameters in the place of values. */
  readonly text: string;
  /** The role that called it. */
  readonly role: string;
  readonly calls: number;
  readonly rows: number;
  /** Blocks of 8 KiB that it read, from memory or from the disk. */
  readonly blocks: number;
  /** Time of its execution, milliseconds. */
  readonly ms: number;
}

/** A server that counts statements. */
export interface CountingServer {
  readonly url: string;
  /** Its process id: that of the parent of all its processes. */
  readonly pid: number;
  forget(): Promise<void>;
  /** Those since the last `forget`, the most often called first, without those of the bench. */
  counts(): Promise<StatementCount[]>;
  stop(): Promise<void>;
}

/** @param folder takes its data */
export async function startCountingServer(folder: string): Promise<CountingServer> {
  const first = await startEmbeddedServer(folder, () => undefined);
  const endFirst = atEnd(() => first.stop());
  await onServer(first, async (client) => {
    await client.query("ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'");
    // Its processor time comes when it comes, and belongs to no page.
    await client.query('ALTER SYSTEM SET autovacuum = off');
  });
  await endFirst();

  const server = await startEmbeddedServer(folder, () => undefined);
  const stop = atEnd(() => server.stop());
  await onServer(server, (client) => client.query('CREATE EXTENSION pg_stat_statements'));
  return {
    ...{ url: server.url, pid: await databaseProcess(folder), stop },
    forget: () => onServer(server, (client) => client.query('SELECT pg_stat_statements_reset()')).then(() => undefined),
    counts: () =>
      onServer(server, async (client) => {
        const { rows } = await client.query<StatementCount>(
          `SELECT query AS text, userid::regrole::text AS role, calls::float8, rows::float8, (shared_blks_hit + shared_blks_read)::float8 AS blocks,
                  total_exec_time AS ms
           FROM pg_stat_statements WHERE query NOT LIKE '%pg_stat_statements%' ORDER BY calls DESC`,
        );
        return rows;
      }),
  };
}

async function onServer<T>({ url }: EmbeddedServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
