import { query } from './database.ts';

/**
 * Lets a test hand the instant of its own database in, by which plans come true: the function that the program asks for it reads a table.
 * Until an instant is handed in, the clock goes on.
 * @returns hands an instant in, as PostgreSQL reads it
 */
export async function handInInstants(databaseUrl: string): Promise<(instant: string) => Promise<void>> {
  for (const text of [
    'CREATE TABLE instant_de_l_essai (instant timestamptz)',
    'GRANT SELECT ON instant_de_l_essai TO PUBLIC',
    `CREATE OR REPLACE FUNCTION vitrine_maintenant() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
       RETURN coalesce((SELECT instant FROM instant_de_l_essai), statement_timestamp())`,
    'INSERT INTO instant_de_l_essai VALUES (NULL)',
  ]) {
    await query(databaseUrl, text);
  }
  return async (instant) => {
    await query(databaseUrl, 'UPDATE instant_de_l_essai SET instant = $1', [instant]);
  };
}
