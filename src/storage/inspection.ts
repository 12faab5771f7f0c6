/** Looks at a database as a start would find it, and changes nothing. */
import type { Client } from 'pg';
import type { DatabaseRole } from './connection.ts';
import { findUnfitness } from './fitness.ts';
import { rehearseMigration } from './migrate.ts';
import { findRoleObstacle } from './role-check.ts';
import { mayDoAll, readSchemaVersion, type SchemaVersion } from './schema-version.ts';

export interface Inspection {
  /** A sentence when no version of the program can work with the database. */
  readonly unfit: string | null;
  /** Null where it is not known, since the database is unfit. */
  readonly version: SchemaVersion | null;
  /** For each role that was asked for: a sentence where the login cannot be reduced to it. */
  readonly roles: Readonly<Partial<Record<DatabaseRole, string | null>>>;
  /** Whether the login may bring the database to this program's version. */
  readonly mayMigrate: boolean;
}

/**
 * @param variable the environment variable with the address
 * @throws StartupError as a start would
 */
export async function inspectDatabase(
  client: Client,
  variable: string,
  asked: readonly DatabaseRole[],
): Promise<Inspection> {
  const unfit = await findUnfitness(client, variable);
  if (unfit !== null) return { unfit, version: null, roles: {}, mayMigrate: false };
  const version = await readSchemaVersion(client);
  const rolesWhere = async (rolesReady: boolean) => {
    const found: [DatabaseRole, string | null][] = [];
    for (const role of asked) found.push([role, await findRoleObstacle(client, { role, variable, rolesReady })]);
    return Object.fromEntries(found);
  };
  // The roles were made with the tables. A trial of the migration would lock tables that other programs may use.
  const isInUse = version.present > 0 && version.present !== version.known;
  const roles = isInUse
    ? await rolesWhere(true)
    : await rehearseMigration(client, ({ rolesReady }) => rolesWhere(rolesReady));
  return { unfit, version, roles, mayMigrate: !isInUse || (await mayDoAll(client)) };
}

/**
 * Looks at the login of a database that another login prepares.
 * @returns a sentence for each thing that would stop a start
 */
export async function inspectLogin(
  client: Client,
  variable: string,
  role: DatabaseRole,
): Promise<{ readonly unfit: string | null; readonly obstacle: string | null }> {
  const unfit = await findUnfitness(client, variable);
  return { unfit, obstacle: await findRoleObstacle(client, { role, variable, rolesReady: true }) };
}
