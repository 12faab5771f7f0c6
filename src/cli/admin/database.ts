/** The operator's commands work with and without a running server. They create no database; only `base migrer` changes its tables. */
import type { Client } from 'pg';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../startup-error.ts';
import { type KnownAccount, listAccountsOfAddress, findAccount as readAccount } from '../../storage/accounts.ts';
import { withConnection } from '../../storage/database.ts';
import { findRunningServer, hasEmbeddedServer, startEmbeddedServer } from '../../storage/embedded/server.ts';
import { elsewhereSentence, isSamePlace, type Place, readPlace } from '../../storage/place.ts';
import { refusedWork } from '../../storage/refused-work.ts';
import { takeRights } from '../../storage/role-check.ts';
import { mayDoAll, newerSentence, ownerOfTables, readSchemaVersion } from '../../storage/schema-version.ts';
import { findSiteBySlug } from '../../storage/sites.ts';
import { CommandRefusal } from '../command-refusal.ts';

type Work<T> = (client: Client) => Promise<T>;

/** A login of the environment, and the role whose rights it has where the tables are not its own. */
const LOGINS = {
  sites: { variable: 'DATABASE_URL', role: 'vitrine_gestion' },
  secrets: { variable: 'SERVICE_DATABASE_URL', role: 'vitrine_service' },
} as const;

type Login = (typeof LOGINS)[keyof typeof LOGINS];

/** Runs `work` on the configured database, which has this program's version. */
export const onSites = <T>(work: Work<T>): Promise<T> => onDatabase(LOGINS.sites, work);
/** The same for accounts and keys, which may need the service credential. */
export const onSecrets = <T>(work: Work<T>): Promise<T> => onDatabase(LOGINS.secrets, work);

/** Runs `work` on the configured database, whatever its version. */
export async function onAnyVersion<T>(work: Work<T>): Promise<T> {
  const { databaseUrl, dataDir } = readConfig(process.env);
  const told = telling('DATABASE_URL', work);
  return databaseUrl ? withConnection('DATABASE_URL', databaseUrl, told) : onEmbeddedServer(dataDir, told);
}

/**
 * The account of an address: the one that owns it, or the only one that was made for it.
 * @param name the address, or the id of an account
 * @throws CommandRefusal when there is none, and when several were made for an address that none owns
 */
export async function findAccount(client: Client, name: string): Promise<KnownAccount> {
  if (!name.includes('@')) {
    const account = await readAccount(client, name);
    if (!account) throw new CommandRefusal(`Aucun compte n’a l’identifiant ${name}.`);
    return account;
  }
  const accounts = await listAccountsOfAddress(client, name);
  const [first] = accounts;
  if (!first) throw new CommandRefusal(`Aucun compte n’a l’adresse ${name}.`);
  if (first.isConfirmed || accounts.length === 1) return first;
  throw new CommandRefusal(
    `${accounts.length} comptes non confirmés ont l’adresse ${name} : nommez l’un d’eux par son identifiant, ${accounts.map(({ id }) => id).join(' ou ')}.`,
  );
}

/** @returns the site's id @throws CommandRefusal when no site has this slug */
export async function findSite(client: Client, slug: string): Promise<string> {
  const id = await findSiteBySlug(client, slug);
  if (id === null) throw unknownSite(slug);
  return id;
}

export const unknownSite = (slug: string): CommandRefusal => new CommandRefusal(`Aucun site ne s’appelle ${slug}.`);

/**
 * Of two logins, the one that owns the tables may do everything, whichever variable has it. Without such a login, each has the rights of its
 * role.
 */
async function onDatabase<T>(preferred: Login, work: Work<T>): Promise<T> {
  const { databaseUrl, serviceDatabaseUrl, dataDir } = readConfig(process.env);
  if (!databaseUrl) return onEmbeddedServer(dataDir, telling('DATA_DIR', checked(work)));
  const sites = { ...LOGINS.sites, url: databaseUrl };
  const secrets = serviceDatabaseUrl ? { ...LOGINS.secrets, url: serviceDatabaseUrl } : sites;
  let place: Place | null = null;
  for (const { variable, url } of new Set([sites, secrets])) {
    const done = await withConnection(variable, url, async (client) => {
      const found = await readPlace(client);
      if (place && !isSamePlace(place, found)) throw new CommandRefusal(elsewhereSentence(variable, found));
      place = found;
      return (await mayDoAll(client)) ? { result: await telling(variable, checked(work))(client) } : null;
    });
    if (done) return done.result;
  }
  const { variable, role, url } = preferred === LOGINS.secrets ? secrets : sites;
  return withConnection(variable, url, async (client) => {
    await takeRights(client, role);
    return telling(variable, checked(work))(client);
  });
}

/** Refuses a database of another version. */
const checked =
  <T>(work: Work<T>): Work<T> =>
  async (client) => {
    const version = await readSchemaVersion(client);
    if (version.present > version.known) throw new CommandRefusal(newerSentence(version));
    if (version.present < version.known) {
      const what = version.present === 0 ? 'n’est pas encore préparée' : `est à la version ${version.present}`;
      throw new CommandRefusal(
        `La base ${what}, ce programme travaille avec la version ${version.known} : lancez « vitrine admin base migrer », ou démarrez vitrine.`,
      );
    }
    return work(client);
  };

/** Says in a sentence why PostgreSQL refuses. */
const telling =
  <T>(variable: string, work: Work<T>): Work<T> =>
  async (client) => {
    try {
      return await work(client);
    } catch (error) {
      const refused = refusedWork(error);
      if (refused === null) throw error;
      if (refused.needsRights) throw new CommandRefusal(await lackOfRights(client, variable));
      throw new CommandRefusal(`La base de ${variable} ${refused.reason}.`);
    }
  };

async function lackOfRights(client: Client, variable: string): Promise<string> {
  if (await mayDoAll(client).catch(() => false)) {
    return `Le compte de ${variable} n’a pas le droit de faire cela, quoique les tables lui appartiennent : il y faut un superutilisateur.`;
  }
  const owner = await ownerOfTables(client).catch(() => null);
  return (
    `Le compte de ${variable} n’a pas le droit de faire cela : donnez dans DATABASE_URL, pour cette commande, ` +
    `celui auquel les tables appartiennent${owner === null ? '' : ` (${owner})`}.`
  );
}

/** The server that runs on `DATA_DIR`, or one that is started there for this command, where there is one. */
async function onEmbeddedServer<T>(dataDir: string, work: Work<T>): Promise<T> {
  const running = await findRunningServer(dataDir);
  if (running) return withConnection('DATA_DIR', running, work);
  if (!(await hasEmbeddedServer(dataDir))) throw new StartupError(withoutDatabase(dataDir));
  const server = await startEmbeddedServer(dataDir, (sentence) => process.stderr.write(`${sentence}\n`));
  try {
    return await withConnection('DATA_DIR', server.url, work);
  } finally {
    await server.stop();
  }
}

const withoutDatabase = (dataDir: string): string =>
  `DATABASE_URL n’est pas donnée, et DATA_DIR (${dataDir}) n’a pas de base : une commande de l’exploitant n’en crée pas. ` +
  'Lancez-la avec l’environnement du service : « vitrine-admin … » (deploy/README.md), ou ' +
  '« node --env-file=/etc/vitrine/environment src/cli/vitrine.ts admin … » dans le dossier du programme.';
