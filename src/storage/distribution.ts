import { readFile } from 'node:fs/promises';
import type { Client } from 'pg';
import { applyPrivileges } from './migrate.ts';
import type { Statement } from './statement.ts';
import { transaction } from './transaction.ts';

const DISTRIBUTION = new URL('distribution.sql', import.meta.url);
/** Copying the tables of many sites may take this long, milliseconds. */
const LONG_MS = 12 * 60 * 60 * 1_000;

/** What keeps a database from being distributed. */
export type Obstacle = 'no-extension' | 'old-form';

/**
 * Distributes a migrated database by site with Citus: all of it or nothing. What is distributed already stays as it is.
 * @param client works with the rights of a superuser
 * @param shards how many parts the tables of sites are cut into, when they are not yet
 * @returns what stands in the way; null when it is done
 */
export async function distribute(client: Client, shards: number): Promise<Obstacle | null> {
  const { rows } = await client.query<{ citus: boolean; old: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS citus,
            EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'fichiers'::regclass AND attname = 'contenu' AND NOT attisdropped) AS old`,
  );
  if (!rows[0]?.citus) return 'no-extension';
  if (rows[0].old) return 'old-form';
  await transaction(client, async () => {
    // Of two at the same time the second one finds everything done.
    await client.query('LOCK TABLE vitrine_droits IN ACCESS EXCLUSIVE MODE');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query("SELECT set_config('vitrine.shards', $1, true)", [String(shards)]);
    await client.query({ text: await readFile(DISTRIBUTION, 'utf8'), query_timeout: LONG_MS } as Statement);
    await applyPrivileges(client);
  });
  return null;
}
