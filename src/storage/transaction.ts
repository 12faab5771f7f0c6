import type { ClientBase, PoolClient } from 'pg';
import { isOutOfReach } from './out-of-reach.ts';
import type { RolePools } from './role-pools.ts';

/**
 * Serialization failure and deadlock: the transaction did nothing and may be run again (docs/decisions/portable-sql.md). A missing
 * foreign key counts too: a sweep removed an unused text just when this transaction found the text (`history.ts`).
 */
const RETRYABLE = new Set(['40001', '40P01', '23503']);
const ATTEMPTS = 5;

/** Whether the database has ended a transaction because of others: the transaction did nothing, and may be run again. */
export const isRefusedMoment = (error: unknown): boolean =>
  ['40001', '40P01'].includes(String((error as { code?: unknown } | null)?.code));

const UNIQUE_VIOLATION = '23505';

/** Whether a statement failed because a unique index holds the same value already. */
export const isTaken = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a statement failed because of a row's reference: the other row does not exist, or was to be removed. */
export const isReferredTo = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === FOREIGN_KEY_VIOLATION;

/** Runs `work` in one transaction on this connection and commits; rolls back when it throws. */
export async function transaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // The first error is thrown, even when the connection is lost and cannot roll back.
    if (!isOutOfReach(error)) await canRollBack(client);
    throw error;
  }
}

/**
 * Runs `work` in one transaction on a connection of the pools. `work` is run again, up to five times, when the database
 * refuses to serialize it, so it must have no effect outside the database. A connection that did not answer, or could not
 * be rolled back, is closed and not used again.
 */
export async function inTransaction<T>(pools: RolePools, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const { client, release } = await pools.begin();
    try {
      const result = await work(client);
      await client.query('COMMIT');
      release();
      return result;
    } catch (error) {
      const clean = !isOutOfReach(error) && (await canRollBack(client));
      release(clean ? undefined : error);
      if (attempt === ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
}

/** A setting of Citus, for a transaction that changes tables on every node and tables in shards. */
export async function allowAllNodes(client: ClientBase): Promise<void> {
  await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
}

function canRollBack(client: ClientBase): Promise<boolean> {
  return client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
