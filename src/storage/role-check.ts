import type { Client } from 'pg';
import type { DatabaseRole } from './connection.ts';
import { isPooled } from './open-client.ts';

/** Whether the login may take the role `rolname`. From PostgreSQL 16 on a member may be one without this right. */
export const MAY_TAKE =
  "pg_has_role(session_user, rolname, CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END)";

/** A role of privileges.sql, a login, and what is known of them. */
interface RoleQuestion {
  readonly role: DatabaseRole;
  /** The environment variable with the login. */
  readonly variable: string;
  /** Whether the roles are there, with their privileges on the tables. */
  readonly rolesReady: boolean;
}

/**
 * Why the connections of a login cannot be reduced to a role.
 * @returns a sentence that says what to do; null where they can
 */
export async function findRoleObstacle(
  client: Client,
  { role, variable, rolesReady }: RoleQuestion,
): Promise<string | null> {
  const works = await canWorkAs(client, role);
  if (works && rolesReady) return null;
  const { rows } = await client.query(
    `SELECT pg_get_userbyid(c.relowner) AS owner,
       format('GRANT %s TO %I%s', $1::text, session_user,
         CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH SET TRUE' ELSE '' END) AS granting,
       (SELECT string_agg(format('CREATE ROLE %1$s NOLOGIN; GRANT %1$s TO %2$I;', name, session_user), ' ')
          FROM unnest(ARRAY['vitrine_public', 'vitrine_gestion', 'vitrine_service']) AS r (name)
          WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)) AS making
     FROM (SELECT to_regclass('vitrine_migrations') AS oid) t LEFT JOIN pg_class c USING (oid)`,
    [role],
  );
  const { owner, granting, making } = rows[0];
  if (making !== null) {
    return (
      `Il manque des rôles PostgreSQL, que le compte de ${variable} n’a pas le droit de créer : créez-les (« ${making} »), ` +
      'ou donnez-lui CREATEROLE.'
    );
  }
  if (!works) {
    return `Le compte de ${variable} ne peut pas prendre le rôle PostgreSQL ${role} : accordez-le-lui (« ${granting} »).`;
  }
  return (
    `Les rôles PostgreSQL n’ont pas encore leurs droits sur les tables, et le compte de ${variable} ne peut pas les leur donner : ` +
    `lancez « vitrine admin base migrer » avec, dans DATABASE_URL, le compte auquel elles appartiennent (${owner}).`
  );
}

async function canWorkAs(client: Client, role: DatabaseRole): Promise<boolean> {
  const { rows } = await client.query(`SELECT ${MAY_TAKE} AS may FROM pg_roles WHERE rolname = $1`, [role]);
  return rows[0]?.may === true;
}

/** Gives a connection, for as long as it lasts, the rights of a role that its login may take and has not by itself. */
export async function takeRights(client: Client, role: DatabaseRole): Promise<void> {
  // A pooler keeps no role from one transaction to the next.
  if (isPooled(client)) return;
  const { rows } = await client.query("SELECT coalesce(pg_has_role(to_regrole($1), 'USAGE'), true) AS has", [role]);
  if (!rows[0].has && (await canWorkAs(client, role))) await client.query(`SET ROLE ${role}`);
}
