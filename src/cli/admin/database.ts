/** The operator's commands work with and without a running server. */
import type { Client } from 'pg';
import { readConfig } from '../../config.ts';
import { type AccountType, findAccountByEmail } from '../../storage/accounts.ts';
import { withConnection } from '../../storage/database.ts';
import { findRunningServer, startEmbeddedServer } from '../../storage/embedded/server.ts';
import { migrate } from '../../storage/migrate.ts';
import { findSiteBySlug } from '../../storage/sites.ts';
import { CommandRefusal } from '../command-refusal.ts';

export const onSites = <T>(work: (client: Client) => Promise<T>) => onDatabase('DATABASE_URL', work);
/** Accounts and keys may need the service credential. */
export const onSecrets = <T>(work: (client: Client) => Promise<T>) => onDatabase('SERVICE_DATABASE_URL', work);

/** @throws CommandRefusal when no account has this address */
export async function findAccount(client: Client, address: string): Promise<{ id: string; type: AccountType }> {
  const account = await findAccountByEmail(client, address);
  if (!account) throw new CommandRefusal(`Aucun compte n’a l’adresse ${address}.`);
  return account;
}

/** @returns the site's id @throws CommandRefusal when no site has this slug */
export async function findSite(client: Client, slug: string): Promise<string> {
  const id = await findSiteBySlug(client, slug);
  if (id === null) throw new CommandRefusal(`Aucun site ne s’appelle ${slug}.`);
  return id;
}

/** Runs `work` on the configured database, on the server that is running here, or on one that is started for it. */
async function onDatabase<T>(
  credential: 'DATABASE_URL' | 'SERVICE_DATABASE_URL',
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { databaseUrl, serviceDatabaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) {
    await withConnection('DATABASE_URL', databaseUrl, migrate);
    const preferred = credential === 'SERVICE_DATABASE_URL' ? serviceDatabaseUrl : undefined;
    return withConnection(preferred ? credential : 'DATABASE_URL', preferred ?? databaseUrl, work);
  }
  const migrated = async (client: Client) => {
    await migrate(client);
    return work(client);
  };
  const running = await findRunningServer(dataDir);
  if (running) return withConnection('DATA_DIR', running, migrated);
  const server = await startEmbeddedServer(dataDir, (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await withConnection('DATA_DIR', server.url, migrated);
  } finally {
    await server.stop();
  }
}
