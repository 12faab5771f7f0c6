import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import type { DatabaseAccess, DatabaseRole } from './connection.ts';
import { hasCitus } from './distribution.ts';
import { migrate } from './migrate.ts';
import { isPooled, openClient } from './open-client.ts';
import { isStandby } from './out-of-reach.ts';
import { Generation, type PoolReport } from './resilient-pool.ts';
import { RolePools } from './role-pools.ts';
import { transaction } from './transaction.ts';

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
  /** Each pool of connections, by name. */
  report(): Readonly<Record<string, PoolReport>>;
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
  const accessWith = async (variable: string, address: string, role: DatabaseRole): Promise<DatabaseAccess> => {
    const found = await withConnection(variable, address, async (client) => ({
      works: rolesReady && (await canWorkAs(client, role)),
      isPooled: isPooled(client),
      isDistributed: await hasCitus(client),
    }));
    if (!found.works) {
      warn(
        `Le rôle PostgreSQL ${role} ne peut pas être pris avec ${variable} : ses connexions gardent tous les droits de ce compte ` +
          `(donnez-lui CREATEROLE, ou créez le rôle et accordez-le).`,
      );
    }
    const { works, ...kind } = found;
    return { url: address, role: works ? role : null, ...kind };
  };
  const generation = new Generation();
  const open = (access: DatabaseAccess) => new RolePools(access, generation);
  const publicAccess = await accessWith('DATABASE_URL', url, 'vitrine_public');
  const managementAccess = await accessWith('DATABASE_URL', url, 'vitrine_gestion');
  const pools = {
    public: open(publicAccess),
    management: open(managementAccess),
    service: serviceUrl ? open(await accessWith('SERVICE_DATABASE_URL', serviceUrl, 'vitrine_service')) : null,
  };
  return {
    ...pools,
    managementAccess,
    report: () => poolReports(pools),
    close: async () => {
      await Promise.all([pools.public.end(), pools.management.end(), pools.service?.end()]);
    },
  };
}

function poolReports(pools: Readonly<Record<string, RolePools | null>>): Record<string, PoolReport> {
  const named = Object.entries(pools).flatMap(([name, role]) =>
    role ? [[name, role.report.general] as const, [`${name}_probes`, role.report.probes] as const] : [],
  );
  return Object.fromEntries(named);
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
  let client: pg.Client;
  try {
    client = await openClient(url);
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
  return transaction(client, () => client.query(`SET LOCAL ROLE ${role}`)).then(
    () => true,
    () => false,
  );
}

function reason(error: Error & { code?: string }): string {
  if (isStandby(error)) return 'ce serveur est un réplica, qui ne prend pas d’écritures';
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
    case '08P01':
      return `le serveur ou PgBouncer dit « ${error.message} »`;
    case '57P03':
      return 'le serveur démarre ou s’arrête';
    default:
      return error.message.includes('timeout') ? 'délai dépassé' : (error.code ?? 'échec de la connexion');
  }
}
