import { withConnection } from '../../src/storage/database.ts';
import type { Statement } from '../../src/storage/statement.ts';

const LONG_MS = 600_000;

/** Does now what PostgreSQL does by itself after many sites were stored, so that it costs nothing while others are measured. */
export async function settle(databaseUrl: string): Promise<void> {
  await withConnection('DATABASE_URL', databaseUrl, async (client) => {
    await client.query('SET statement_timeout = 0');
    for (const text of ['VACUUM (ANALYZE)', 'CHECKPOINT']) {
      await client.query({ text, query_timeout: LONG_MS } as Statement);
    }
  });
}
