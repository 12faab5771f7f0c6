import { query } from './database.ts';

/**
 * Makes the database refuse rows, as a rule of its own would.
 * @param accepted what a row must fulfil to be written, SQL; none by default
 * @returns ends it
 */
export async function refuseRows(databaseUrl: string, table: string, accepted = 'false'): Promise<() => Promise<void>> {
  // A trigger would do in PostgreSQL, but not in Citus.
  await query(databaseUrl, `ALTER TABLE ${table} ADD CONSTRAINT refus CHECK (${accepted}) NOT VALID`);
  return async () => {
    await query(databaseUrl, `ALTER TABLE ${table} DROP CONSTRAINT refus`);
  };
}
