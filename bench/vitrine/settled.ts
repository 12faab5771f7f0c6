import { withConnection } from '../../src/storage/database.ts';
import { openRolePools } from '../../src/storage/role-pools.ts';
import type { Statement } from '../../src/storage/statement.ts';
import { CATALOG_FOLDER, readCatalogFrom } from '../../src/themes/catalog.ts';
import { noteOriginals } from '../../src/themes/upgrade/originals.ts';

const LONG_MS = 600_000;

/** Does now what a program and PostgreSQL do by themselves after many sites were stored, so that it costs nothing while others are measured. */
export async function settle(databaseUrl: string): Promise<void> {
  const db = openRolePools(databaseUrl, 'vitrine_gestion');
  await noteOriginals(db, await readCatalogFrom(CATALOG_FOLDER), async () => undefined);
  await db.end();
  await withConnection('DATABASE_URL', databaseUrl, async (client) => {
    await client.query('SET statement_timeout = 0');
    for (const text of ['VACUUM (ANALYZE)', 'CHECKPOINT']) {
      await client.query({ text, query_timeout: LONG_MS } as Statement);
    }
  });
}
