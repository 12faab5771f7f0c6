import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';

export const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url));

/** The form of the tables: the number of the last migration. */
export interface SchemaVersion {
  /** Of the database; 0 where it has no tables of the program's. */
  readonly present: number;
  /** That this program works with. */
  readonly known: number;
}

/** @throws StartupError where the login may not read it */
export async function readSchemaVersion(client: Client): Promise<SchemaVersion> {
  const names = await readdir(MIGRATIONS);
  const known = Math.max(...names.map((name) => Number.parseInt(name, 10) || 0));
  const { rows } = await client.query(
    `SELECT to_regclass('vitrine_migrations') IS NOT NULL AS there,
       coalesce(has_table_privilege(to_regclass('vitrine_migrations')::oid, 'SELECT'), false) AS readable`,
  );
  if (!rows[0].there) return { present: 0, known };
  if (!rows[0].readable) throw new StartupError(await unreadable(client));
  const { rows: versions } = await client.query(
    'SELECT coalesce(max(version), 0)::int AS last FROM vitrine_migrations',
  );
  return { present: versions[0].last, known };
}

export const newerSentence = ({ present, known }: SchemaVersion): string =>
  `La base est plus récente que ce programme (version ${present}, le programme connaît ${known}) : mettez vitrine à jour.`;

async function unreadable(client: Client): Promise<string> {
  const owner = await ownerOfTables(client);
  const { rows } = await client.query('SELECT current_user AS login');
  return (
    `Le compte PostgreSQL ${rows[0].login} n’a aucun droit sur les tables de cette base, qui appartiennent à ${owner} : ` +
    'connectez-vous avec ce compte-là, ou avec un membre des rôles de vitrine.'
  );
}

/** The login or role that the program's tables belong to; null where there are none. */
export async function ownerOfTables(client: Client): Promise<string | null> {
  const { rows } = await client.query(
    "SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE oid = to_regclass('vitrine_migrations')",
  );
  return rows[0]?.owner ?? null;
}

/** Whether the login has all rights of the tables' owner; where there are no tables yet, nobody has. */
export async function mayDoAll(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    "SELECT pg_has_role(relowner, 'USAGE') AS may FROM pg_class WHERE oid = to_regclass('vitrine_migrations')",
  );
  return rows[0]?.may === true;
}
