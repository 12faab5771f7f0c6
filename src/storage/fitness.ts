import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';

/** Texts of every script are stored, so that nothing less will do. */
const ENCODING = 'UTF8';

/**
 * Finds a property of a database with which no version of the program can work, whatever its tables are.
 * @param variable the environment variable with its address
 * @returns a sentence; null for a fit database
 */
export async function findUnfitness(client: Client, variable: string): Promise<string | null> {
  const { rows } = await client.query(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') = 'on' AS closed",
  );
  const { encoding, closed } = rows[0];
  if (encoding !== ENCODING) {
    return (
      `La base de ${variable} est encodée en ${encoding}, où bien des caractères ne s’écrivent pas : ` +
      `il en faut une en UTF8 (« createdb --template=template0 --encoding=UTF8 »).`
    );
  }
  if (!closed) return null;
  return (
    `La base de ${variable} ne prend pas d’écritures : default_transaction_read_only y est « on » pour cette base, ce compte ` +
    'ou ce serveur.'
  );
}

/** @throws StartupError where something keeps the program from working on this database */
export async function refuseUnfit(client: Client, variable: string): Promise<void> {
  const sentence = await findUnfitness(client, variable);
  if (sentence !== null) throw new StartupError(sentence);
}
