/** `vitrine admin …`: what the HTTP API does not offer (decisions, Operator command). */
import { type Command, Option } from 'commander';
import type { Client } from 'pg';
import { z } from 'zod';
import { generateKey } from '../accounts/api-key.ts';
import { hashPassword } from '../accounts/password.ts';
import { readConfig } from '../config.ts';
import { type AccountType, findAccountByEmail, insertAccount } from '../storage/accounts.ts';
import { withConnection } from '../storage/database.ts';
import { findRunningServer, startEmbeddedServer } from '../storage/embedded/server.ts';
import { insertKey, type KeyScope, revokeKey } from '../storage/keys.ts';
import { migrate } from '../storage/migrate.ts';
import { BILLING_STATES, type BillingState, insertSite, updateSiteState } from '../storage/sites.ts';
import { CommandRefusal } from './command-refusal.ts';

const PASSWORD_LENGTH = 8;

const email = (value: string): string => {
  const parsed = z.email().max(254).toLowerCase().safeParse(value);
  if (!parsed.success) throw new CommandRefusal(`« ${value} » n’est pas une adresse électronique.`);
  return parsed.data;
};

const password = (value: string): string => {
  if (value.length < PASSWORD_LENGTH) {
    throw new CommandRefusal(`Le mot de passe doit compter au moins ${PASSWORD_LENGTH} caractères.`);
  }
  return value;
};

const slug = (value: string): string => {
  // A site is designated by its slug or its id: one may not look like the other.
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(value) || z.guid().safeParse(value).success) {
    throw new CommandRefusal(
      `« ${value} » ne peut pas nommer un site : lettres minuscules, chiffres et tirets, 63 au plus.`,
    );
  }
  return value;
};

const nameOf =
  (what: string) =>
  (value: string): string => {
    const name = value.trim();
    if (name.length === 0 || name.length > 80) throw new CommandRefusal(`Le nom d’${what} compte 1 à 80 caractères.`);
    return name;
  };

const futureDate = (value: string): string => {
  const parsed = z.iso.datetime({ offset: true }).safeParse(value);
  if (!parsed.success || Date.parse(value) <= Date.now()) {
    throw new CommandRefusal(`« ${value} » n’est pas une date ISO à venir, comme 2030-01-31T12:00:00Z.`);
  }
  return value;
};

const uuid = (value: string): string => {
  if (!z.guid().safeParse(value).success) throw new CommandRefusal(`« ${value} » n’est pas un identifiant.`);
  return value;
};

const choice = (flags: string, description: string, values: readonly string[], otherwise: string) =>
  new Option(flags, description).choices(values).default(otherwise);

/** Adds `admin` and its commands. */
export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description('commandes de l’exploitant');

  const account = admin.command('compte').description('comptes');
  account
    .command('creer')
    .description('crée un compte')
    .requiredOption('--email <E>', 'adresse électronique', email)
    .requiredOption('--mot-de-passe <P>', 'mot de passe', password)
    .addOption(choice('--type <T>', 'type de compte', ['client', 'partenaire', 'agence'], 'client'))
    .option('--json', 'imprime un objet JSON')
    .action(async (options: { email: string; motDePasse: string; type: AccountType; json?: true }) => {
      const passwordHash = await hashPassword(options.motDePasse);
      const created = await onSecrets((client) => insertAccount(client, { ...options, passwordHash }));
      if (!created) throw new CommandRefusal(`Un compte existe déjà pour ${options.email}.`);
      print(options, created, `Compte ${created.email} créé (${created.id}).`);
    });

  const site = admin.command('site').description('sites');
  site
    .command('creer')
    .description('crée un site')
    .requiredOption('--compte <E>', 'adresse électronique de son propriétaire', email)
    .requiredOption('--slug <S>', 'nom dans l’adresse', slug)
    .requiredOption('--nom <N>', 'nom', nameOf('un site'))
    .addOption(choice('--etat <E>', 'état de facturation', BILLING_STATES, 'actif'))
    .option('--json', 'imprime un objet JSON')
    .action(async (options: { compte: string; slug: string; nom: string; etat: BillingState; json?: true }) => {
      const created = await onSites(async (client) =>
        insertSite(client, {
          slug: options.slug,
          name: options.nom,
          state: options.etat,
          ownerId: await findAccount(client, options.compte),
        }),
      );
      if (!created) throw new CommandRefusal(`Un site s’appelle déjà ${options.slug}.`);
      print(options, created, `Site ${created.slug} créé (${created.id}).`);
    });
  site
    .command('etat <slug> <etat>')
    .description(`change l’état de facturation : ${BILLING_STATES.join(', ')}`)
    .option('--suspendu', 'suspend le site')
    .option('--a-activer', 'le site attend son premier paiement')
    .option('--json', 'imprime un objet JSON')
    .action(async (name: string, etat: string, options: { suspendu?: true; aActiver?: true; json?: true }) => {
      const state = BILLING_STATES.find((known) => known === etat);
      if (!state) throw new CommandRefusal(`« ${etat} » n’est pas un état : ${BILLING_STATES.join(', ')}.`);
      const change = { state, suspended: options.suspendu === true, toActivate: options.aActiver === true };
      const changed = await onSites((client) => updateSiteState(client, name, change));
      if (!changed) throw new CommandRefusal(`Aucun site ne s’appelle ${name}.`);
      print(options, changed, `Le site ${changed.slug} est à l’état ${changed.etat}.`);
    });

  const key = admin.command('cle').description('clés d’API');
  key
    .command('creer')
    .description('crée une clé d’API, montrée une seule fois')
    .requiredOption('--compte <E>', 'adresse électronique du compte', email)
    .option('--nom <N>', 'nom', nameOf('une clé'))
    .addOption(choice('--portee <P>', 'portée', ['lecture', 'themes'], 'themes'))
    .option('--expire <ISO>', 'date d’expiration', futureDate)
    .option('--json', 'imprime un objet JSON')
    .action(async (options: { compte: string; nom?: string; portee: KeyScope; expire?: string; json?: true }) => {
      const { key: cle, fingerprint, prefix } = generateKey();
      const id = await onSecrets(async (client) =>
        insertKey(client, {
          accountId: await findAccount(client, options.compte),
          name: options.nom ?? null,
          fingerprint,
          prefix,
          scope: options.portee,
          expiresAt: options.expire ?? null,
        }),
      );
      print(options, { id, cle, prefixe: prefix }, `Clé ${id}, montrée cette seule fois :\n${cle}`);
    });
  key
    .command('revoquer <id>')
    .description('révoque une clé')
    .option('--json', 'imprime un objet JSON')
    .action(async (id: string, options: { json?: true }) => {
      const revoked = await onSecrets((client) => revokeKey(client, uuid(id)));
      if (!revoked) throw new CommandRefusal(`Aucune clé n’a l’identifiant ${id}.`);
      print(options, { id }, `Clé ${id} révoquée.`);
    });
}

function print({ json }: { json?: true }, result: object, sentence: string): void {
  process.stdout.write(`${json ? JSON.stringify(result) : sentence}\n`);
}

async function findAccount(client: Client, address: string): Promise<string> {
  const account = await findAccountByEmail(client, address);
  if (!account) throw new CommandRefusal(`Aucun compte n’a l’adresse ${address}.`);
  return account.id;
}

const onSites = <T>(work: (client: Client) => Promise<T>) => onDatabase('DATABASE_URL', work);
/** Accounts and keys may lie behind the service credential. */
const onSecrets = <T>(work: (client: Client) => Promise<T>) => onDatabase('SERVICE_DATABASE_URL', work);

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
