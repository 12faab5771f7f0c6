import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import Postgrator from 'postgrator';
import { StartupError } from '../startup-error.ts';

const MIGRATIONS = fileURLToPath(new URL('migrations/', import.meta.url));

/** The migrations of this program, for the database of a connection. */
export const migrationsOf = (client: Client): Postgrator =>
  new Postgrator({
    driver: 'pg',
    migrationPattern: `${MIGRATIONS}*.sql`,
    schemaTable: 'vitrine_migrations',
    newline: 'LF',
    execQuery: (sql) => client.query(sql),
  });

/** The form of the tables: the number of the last migration. */
export interface SchemaVersion {
  /** Of the database; 0 where it has no tables of the program's. */
  readonly present: number;
  /** That this program works with. */
  readonly known: number;
}

/** @throws StartupError where the login may not read it, or the tables were made by other migrations than this program's */
export async function readSchemaVersion(client: Client): Promise<SchemaVersion> {
  const own = new Map((await migrationsOf(client).getMigrations()).map(({ version, md5 }) => [version, md5]));
  const known = Math.max(...own.keys());
  const { rows } = await client.query(
    `SELECT to_regclass('vitrine_migrations') IS NOT NULL AS there,
       coalesce(has_table_privilege(to_regclass('vitrine_migrations')::oid, 'SELECT'), false) AS readable`,
  );
  if (!rows[0].there) return { present: 0, known };
  if (!rows[0].readable) throw new StartupError(await unreadable(client));
  const { rows: applied } = await client.query<{ version: number; md5: string | null }>(
    'SELECT version::int AS version, md5 FROM vitrine_migrations',
  );
  if (applied.some(({ version, md5 }) => own.has(version) && own.get(version) !== md5)) {
    throw new StartupError(UNRELEASED);
  }
  return { present: Math.max(0, ...applied.map(({ version }) => version)), known };
}

/** Until the first release migrations were changed; then they were folded into one (docs/versions.md, A database from before the first release). */
const UNRELEASED =
  'Cette base vient d’un programme d’avant la première version de vitrine, que celui-ci ne sait pas lire : rien n’y a été écrit. ' +
  'Donnez-lui une base neuve (dans DATABASE_URL ; sans elle, un autre dossier dans DATA_DIR). Les thèmes de l’ancienne se reprennent avec le ' +
  'programme qui l’a faite (« git checkout 65c9601 ») : « vitrine exporter », puis « vitrine importer » dans la neuve (docs/versions.md).';

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
