import type { ClientBase, PoolClient } from 'pg';
import type { Pool } from './pool.ts';

/** Serialization failure and deadlock: the transaction did nothing and may be run again (architecture, Portable SQL). */
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS = 5;

/** Runs `work` in one transaction on this connection and commits; rolls back when it throws. */
export async function transaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The first failure is the one to tell, even when the connection is gone and cannot roll back.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/**
 * Runs `work` in one transaction on a connection of the pool. `work` is run again, up to five times, when the database
 * refuses to serialize it, so it must have no effect outside the database.
 */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    try {
      return await transaction(client, () => work(client));
    } catch (error) {
      if (attempt === ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
    } finally {
      client.release();
    }
  }
}
