import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { connectionSettings, type DatabaseAccess, type DatabaseRole } from './connection.ts';
import { migrate } from './migrate.ts';
import { Generation } from './resilient-pool.ts';
import { openRolePools, type RolePools } from './role-pools.ts';

/** The program's doors to PostgreSQL, one for each set of rights (privileges.sql). */
export interface Database {
  /** Serves public pages. */
  readonly public: RolePools;
  /** Serves the management API. */
  readonly management: RolePools;
  /** For a process that works with the rights of the management API on a connection of its own. */
  readonly managementAccess: DatabaseAccess;
  /** Reads keys and password hashes; null when the installation has no service credential. */
  readonly service: RolePools | null;
  /** Ends every connection, waiting for the statements under way. */
  close(): Promise<void>;
}

export interface DatabaseAddresses {
  readonly url: string;
  readonly serviceUrl: string | undefined;
  /** Called with a sentence that an operator should know but need not act on at once. */
  readonly warn: (sentence: string) => void;
}

/**
 * Migrates the database and opens the pools.
 * @throws StartupError when a database cannot be reached, is newer than the program or may not be changed.
 */
export async function openDatabase({ url, serviceUrl, warn }: DatabaseAddresses): Promise<Database> {
  const { rolesReady } = await withConnection('DATABASE_URL', url, migrate);
  const roleFor = async (variable: string, address: string, role: DatabaseRole) => {
    if (rolesReady && (await withConnection(variable, address, (client) => canWorkAs(client, role)))) return role;
    warn(
      `Le rôle PostgreSQL ${role} ne peut pas être pris avec ${variable} : ses connexions gardent tous les droits de ce compte ` +
        `(donnez-lui CREATEROLE, ou créez le rôle et accordez-le).`,
    );
    return null;
  };
  const generation = new Generation();
  const publicRole = await roleFor('DATABASE_URL', url, 'vitrine_public');
  const managementAccess = { url, role: await roleFor('DATABASE_URL', url, 'vitrine_gestion') };
  const pools = {
    public: openRolePools(url, publicRole, generation),
    management: openRolePools(url, managementAccess.role, generation),
    service: serviceUrl
      ? openRolePools(serviceUrl, await roleFor('SERVICE_DATABASE_URL', serviceUrl, 'vitrine_service'), generation)
      : null,
  };
  return {
    ...pools,
    managementAccess,
    close: async () => {
      await Promise.all([pools.public.end(), pools.management.end(), pools.service?.end()]);
    },
  };
}

/**
 * Runs `work` on a connection of its own, with all rights of the address.
 * @param variable the environment variable to name when the database cannot be reached
 */
export async function withConnection<T>(
  variable: string,
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connectionSettings(url, null));
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartupError(`La base de ${variable} ne répond pas : ${reason(error as Error & { code?: string })}.`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function canWorkAs(client: pg.Client, role: DatabaseRole): Promise<boolean> {
  return client.query(`SET ROLE ${role}`).then(
    () => true,
    () => false,
  );
}

function reason(error: Error & { code?: string }): string {
  switch (error.code) {
    case 'ECONNREFUSED':
      return 'connexion refusée';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'machine inconnue';
    case '28P01':
    case '28000':
      return 'compte ou mot de passe refusé';
    case '3D000':
      return 'cette base n’existe pas';
    case '57P03':
      return 'le serveur démarre ou s’arrête';
    default:
      return error.message.includes('timeout') ? 'délai dépassé' : (error.code ?? 'échec de la connexion');
  }
}
