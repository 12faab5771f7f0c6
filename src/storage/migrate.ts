import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { fingerprintOf } from '../text/fingerprint.ts';
import { MAY_TAKE } from './role-check.ts';
import { migrationsOf, newerSentence, readSchemaVersion } from './schema-version.ts';
import { transaction } from './transaction.ts';

const PRIVILEGES = new URL('privileges.sql', import.meta.url);

/** Errors when two instances migrate at the same time: the second one checks again. */
const CONCURRENT_START = new Set(['23505', '42P07', '42701', '42710', '40001', '40P01', 'XX000']);
const ATTEMPTS = 8;
/** Codes of “already exists”: another program has a table or function with one of our names. */
const NAME_TAKEN = new Set(['42P07', '42701', '42710', '42723']);
const FOREIGN_TABLES =
  'La base de DATABASE_URL a déjà des tables, qui ne sont pas de vitrine : donnez-lui une base à elle seule (« createdb »).';
/** Other statements wait behind a migration that waits for a lock. So the migration gives up soon, and tries again for a minute. */
const LOCK_TIMEOUT = '55P03';
const LOCK_ATTEMPTS = 100;
const BETWEEN_LOCKS_MS = 600;
const INSUFFICIENT_PRIVILEGE = '42501';
/** The login may create nothing in any schema of the search path. */
const NO_SCHEMA = '3F000';

/** Where the login may not grant a role, its connections cannot be reduced to it (role-check.ts); the others can. */
const CREATE_ROLES = `
DO $$
DECLARE rolname name;
BEGIN
  FOREACH rolname IN ARRAY ARRAY['vitrine_public', 'vitrine_gestion', 'vitrine_service'] LOOP
    IF to_regrole(rolname::text) IS NULL THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', rolname);
    END IF;
    IF NOT ${MAY_TAKE} THEN
      BEGIN
        EXECUTE format('GRANT %I TO CURRENT_USER', rolname);
      EXCEPTION WHEN insufficient_privilege THEN
        NULL;
      END;
    END IF;
  END LOOP;
END $$`;

export interface MigrationOutcome {
  /** Migrations that this call has applied. */
  readonly applied: number;
  /** False when the login may not create the reduced roles, or give them their privileges. */
  readonly rolesReady: boolean;
}

/**
 * Brings the schema and the privileges to this program's version, in one transaction: all of it or nothing (docs/decisions/migrations.md).
 * @throws StartupError when the database is newer than the program or from before the first release, or the login may not change it.
 */
export async function migrate(client: Client): Promise<MigrationOutcome> {
  for (let attempt = 1, locks = 1; ; attempt++) {
    try {
      return await transaction(client, () => bringUp(client));
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      if (code === LOCK_TIMEOUT && locks++ < LOCK_ATTEMPTS) {
        attempt--;
        await sleep(BETWEEN_LOCKS_MS);
        continue;
      }
      if (attempt < ATTEMPTS && CONCURRENT_START.has(code)) continue;
      throw NAME_TAKEN.has(code) ? new StartupError(FOREIGN_TABLES) : error;
    }
  }
}

/**
 * Migrates as `migrate` does, calls `ask`, and rolls everything back. For databases that nobody uses, or that have this program's version
 * already: others wait until the end of a migration.
 * @param ask reads the migrated database on the same connection
 * @throws StartupError as `migrate`
 */
export async function rehearseMigration<T>(client: Client, ask: (outcome: MigrationOutcome) => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    return await ask(await bringUp(client));
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (NAME_TAKEN.has(code)) throw new StartupError(FOREIGN_TABLES);
    if (CONCURRENT_START.has(code))
      throw new StartupError('Un autre programme prépare cette base en ce moment : réessayez.');
    throw error;
  } finally {
    await client.query('ROLLBACK');
  }
}

/** In a transaction. */
async function bringUp(client: Client): Promise<MigrationOutcome> {
  try {
    await client.query("SET LOCAL lock_timeout = '400ms'");
    const applied = await applyMigrations(client);
    return { applied, rolesReady: await preparePrivileges(client) };
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    if (code !== INSUFFICIENT_PRIVILEGE && code !== NO_SCHEMA) throw error;
    throw new StartupError(
      'La base doit être préparée et le compte de DATABASE_URL n’a pas le droit de la modifier : qu’il soit le propriétaire de la ' +
        'base et de ses tables (« ALTER DATABASE … OWNER TO … »), ou qu’il ait CREATE sur le schéma public.',
    );
  }
}

async function applyMigrations(client: Client): Promise<number> {
  const version = await readSchemaVersion(client);
  if (version.present > version.known) throw new StartupError(newerSentence(version));
  if (version.present === version.known) return 0;
  return (await migrationsOf(client).migrate()).length;
}

/** @returns false when the login may not create the roles */
async function preparePrivileges(client: Client): Promise<boolean> {
  const fingerprint = fingerprintOf(await readFile(PRIVILEGES, 'utf8'));
  // A view that was created again, as by a tool that distributes tables, has lost its privileges.
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM vitrine_droits WHERE empreinte = $1)
        AND (SELECT count(*) = 3 AND bool_and(rolname <> 'vitrine_public' OR has_table_privilege(rolname, 'etats_publics', 'SELECT'))
             FROM pg_roles WHERE rolname IN ('vitrine_public', 'vitrine_gestion', 'vitrine_service'))
         AS ready,
       (SELECT bool_and(${MAY_TAKE}) FROM pg_roles WHERE rolname IN ('vitrine_public', 'vitrine_gestion', 'vitrine_service'))
         AS granted`,
    [fingerprint],
  );
  const [{ ready, granted }] = rows;
  if (ready && granted) return true;
  await client.query('SAVEPOINT roles');
  try {
    await client.query(CREATE_ROLES);
    if (!ready) await applyPrivileges(client);
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) throw error;
    await client.query('ROLLBACK TO SAVEPOINT roles');
    return false;
  }
}

/** Gives the roles their privileges, whatever privileges they had before. */
export async function applyPrivileges(client: Client): Promise<void> {
  const sql = await readFile(PRIVILEGES, 'utf8');
  await client.query(sql);
  await client.query('DELETE FROM vitrine_droits');
  await client.query('INSERT INTO vitrine_droits VALUES ($1)', [fingerprintOf(sql)]);
}
