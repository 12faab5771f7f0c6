import type pg from 'pg';
import { StartupError } from '../startup-error.ts';
import type { DatabaseAccess, DatabaseRole } from './connection.ts';
import { hasCitus } from './distribution.ts';
import { refuseUnfit } from './fitness.ts';
import { type MigrationOutcome, migrate } from './migrate.ts';
import { isPooled, openClient } from './open-client.ts';
import { elsewhereSentence, isSamePlace, readPlace } from './place.ts';
import { toldWork } from './refused-work.ts';
import { Generation, type PoolReport } from './resilient-pool.ts';
import { findRoleObstacle } from './role-check.ts';
import { RolePools } from './role-pools.ts';
import { reasonOf } from './unreachable.ts';

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

interface DatabaseAddresses {
  readonly url: string;
  readonly serviceUrl: string | undefined;
  /** Whether connections may keep all rights of a login that cannot be reduced to their role. */
  readonly unreduced?: boolean;
  /** Called with a sentence that an operator should know but need not act on at once. */
  readonly warn: (sentence: string) => void;
}

/**
 * Migrates the database and opens the pools.
 * @throws StartupError when a database cannot be reached, is not fit, is newer than the program, is from before the first
 *   release or may not be changed, and when a login cannot be reduced to its role.
 */
export async function openDatabase({ url, serviceUrl, unreduced = false, warn }: DatabaseAddresses): Promise<Database> {
  const prepare = told('DATABASE_URL', async (client) => ({
    ...(await prepareDatabase(client)),
    place: await readPlace(client),
  }));
  const { rolesReady, place } = await withConnection('DATABASE_URL', url, prepare);
  const accessWith = async (variable: string, address: string, role: DatabaseRole): Promise<DatabaseAccess> => {
    const look = told(variable, async (client) => {
      await refuseUnfit(client, variable);
      const found = address === url ? place : await readPlace(client);
      if (!isSamePlace(place, found)) throw new StartupError(elsewhereSentence(variable, found));
      const obstacle = await findRoleObstacle(client, { role, variable, rolesReady });
      return { obstacle, isPooled: isPooled(client), isDistributed: await hasCitus(client) };
    });
    const { obstacle, ...kind } = await withConnection(variable, address, look);
    if (obstacle !== null && !unreduced) {
      throw new StartupError(
        `${obstacle} Avec UNREDUCED_RIGHTS=true, vitrine démarre quand même : ses connexions gardent tous les droits de ce compte.`,
      );
    }
    if (obstacle !== null) warn(`${obstacle} Jusque-là, ses connexions gardent tous les droits de ce compte.`);
    return { url: address, role: obstacle === null ? role : null, ...kind };
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

/** @returns `work` that ends with a sentence where PostgreSQL refuses it */
const told =
  <T>(variable: string, work: (client: pg.Client) => Promise<T>) =>
  (client: pg.Client): Promise<T> =>
    toldWork(variable, () => work(client));

/**
 * Brings a database to this program's version, where it is fit for that.
 * @throws StartupError as `openDatabase`
 */
export async function prepareDatabase(client: pg.Client): Promise<MigrationOutcome> {
  await refuseUnfit(client, 'DATABASE_URL');
  return migrate(client);
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
    throw new StartupError(`La base de ${variable} ne répond pas : ${reasonOf(error)}.`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
