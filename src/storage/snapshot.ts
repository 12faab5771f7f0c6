import type { PoolClient } from 'pg';
import type { RolePools } from './role-pools.ts';
import { inTransaction } from './transaction.ts';

/**
 * Runs several reads on one snapshot of the database; `read` may be run again, and must have no effect.
 * The connection and the snapshot are held until `read` ends.
 */
export function inSnapshot<T>(pools: RolePools, read: (db: PoolClient) => Promise<T>): Promise<T> {
  return inTransaction(pools, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    return read(client);
  });
}
