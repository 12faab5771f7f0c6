import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.ts';
import { findFolderTrouble, troubleSentence } from '../../data-folder.ts';
import { findAccessLogTrouble } from '../../http/access-log-file.ts';
import { findListenFailure } from '../../http/listen-failure.ts';
import { openMediaFiles } from '../../media/store/open-store.ts';
import { StoreAway } from '../../media/store/store-away.ts';
import { StartupError } from '../../startup-error.ts';
import type { DatabaseRole } from '../../storage/connection.ts';
import { withConnection } from '../../storage/database.ts';
import { findRunningServer, hasEmbeddedServer } from '../../storage/embedded/server.ts';
import { type Inspection, inspectDatabase, inspectLogin } from '../../storage/inspection.ts';
import { describePlace, elsewhereSentence, isSamePlace, type Place, readPlace } from '../../storage/place.ts';
import { refusedWork } from '../../storage/refused-work.ts';
import { newerSentence } from '../../storage/schema-version.ts';
import { EXIT } from '../exit-codes.ts';
import { JSON_OPTION, type Printing, print } from './print.ts';

/** What was looked at. `refus` stops a start; `attention` does not. */
interface Finding {
  readonly nom: string;
  readonly etat: 'ok' | 'attention' | 'refus';
  readonly message: string;
}

/** `vitrine admin verifier`: what a start would find, without one. */
export function addVerifyCommand(admin: Command): void {
  admin
    .command('verifier')
    .description(
      'regarde avant un démarrage les variables, les bases, leurs rôles, les dossiers et HOST ; ne change rien',
    )
    .option(...JSON_OPTION)
    .action(async (options: Printing) => {
      const findings = await examine();
      const ok = findings.every(({ etat }) => etat !== 'refus');
      const lines = findings.map(({ etat, message }) => `${etat.padEnd(9)}  ${message}`);
      const end = ok ? 'Rien n’empêche un démarrage.' : 'Un démarrage s’arrêterait sur ces refus.';
      print(options, { ok, verifications: findings }, [...lines, '', end].join('\n'));
      process.exitCode = ok ? EXIT.done : EXIT.refused;
    });
}

const found = (nom: string, etat: Finding['etat'], message: string): Finding => ({ nom, etat, message });

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    return [found('environnement', 'refus', sentenceOf(error))];
  }
  const { databaseUrl, dataDir } = config;
  return [
    found('environnement', 'ok', 'Les variables d’environnement se lisent.'),
    ...(await examineFolder(dataDir, databaseUrl !== undefined)),
    ...(databaseUrl ? await examineDatabases(config, databaseUrl) : await examineEmbedded(dataDir)),
    ...(await examineMedias(config)),
    ...(await examineAccessLog(config)),
    await examineHost(config),
    examineAddresses(config),
  ];
}

/** The operator's sentence for an error. @throws an error that is a fault of the program */
function sentenceOf(error: unknown): string {
  if (error instanceof StartupError) return error.message;
  const refused = refusedWork(error);
  if (refused === null) throw error;
  return `La base ${refused.reason}.`;
}

async function examineFolder(dataDir: string, hasDatabase: boolean): Promise<Finding[]> {
  const trouble = await findFolderTrouble(dataDir);
  if (trouble === null) return [found('dossier', 'ok', `DATA_DIR (${dataDir}) se laisse écrire.`)];
  const sentence = troubleSentence(dataDir, trouble);
  if (!hasDatabase || trouble === 'not-a-folder') return [found('dossier', 'refus', sentence)];
  return [
    found(
      'dossier',
      'attention',
      `${sentence} Le code des thèmes sera compilé à chaque démarrage, et aucune image ne pourra être reçue.`,
    ),
  ];
}

async function examineEmbedded(dataDir: string): Promise<Finding[]> {
  const running = await findRunningServer(dataDir);
  if (running) return examineMain({ url: running, variable: 'DATA_DIR', asked: PUBLIC_ROLES, unreduced: false });
  return (await hasEmbeddedServer(dataDir))
    ? [
        found(
          'base',
          'attention',
          'La base de DATA_DIR est arrêtée : elle n’a pas été regardée. Démarrez, puis vérifiez.',
        ),
      ]
    : [found('base', 'ok', 'Sans DATABASE_URL, un démarrage prépare dans DATA_DIR une base de démonstration.')];
}

const PUBLIC_ROLES: readonly DatabaseRole[] = ['vitrine_public', 'vitrine_gestion'];

async function examineDatabases(config: Config, databaseUrl: string): Promise<Finding[]> {
  const { serviceDatabaseUrl, unreducedRights: unreduced } = config;
  const isShared = serviceDatabaseUrl === databaseUrl;
  const asked = isShared ? ([...PUBLIC_ROLES, 'vitrine_service'] as const) : PUBLIC_ROLES;
  const main = await examineMain({ url: databaseUrl, variable: 'DATABASE_URL', asked, unreduced });
  if (serviceDatabaseUrl === undefined) {
    const message = 'SERVICE_DATABASE_URL n’est pas donnée : les clés et les connexions des comptes répondent 503.';
    return [...main, found('base-de-service', 'attention', message)];
  }
  return isShared ? main : [...main, ...(await examineService(serviceDatabaseUrl, databaseUrl, unreduced))];
}

interface Question {
  readonly url: string;
  readonly variable: string;
  readonly asked: readonly DatabaseRole[];
  readonly unreduced: boolean;
}

async function examineMain({ url, variable, asked, unreduced }: Question): Promise<Finding[]> {
  let place: Place;
  try {
    place = await withConnection(variable, url, readPlace);
  } catch (error) {
    return [found('base', 'refus', sentenceOf(error))];
  }
  const answers = found('base', 'ok', `${variable} mène à ${describePlace(place)}.`);
  try {
    const inspection = await withConnection(variable, url, (client) => inspectDatabase(client, variable, asked));
    return [answers, ...findingsOf(inspection, unreduced)];
  } catch (error) {
    return [answers, found('version', 'refus', sentenceOf(error))];
  }
}

function findingsOf({ unfit, version, roles, mayMigrate }: Inspection, unreduced: boolean): Finding[] {
  if (unfit !== null || version === null) return [found('encodage', 'refus', unfit ?? '')];
  const { present, known } = version;
  const fit = found('encodage', 'ok', 'Elle est encodée en UTF8 et prend des écritures.');
  if (present > known) return [fit, found('version', 'refus', newerSentence(version))];
  return [fit, versionFinding(present, known, mayMigrate), ...roleFindings(roles, unreduced)];
}

function versionFinding(present: number, known: number, mayMigrate: boolean): Finding {
  if (present === known) return found('version', 'ok', `Elle est à la version ${known}, celle de ce programme.`);
  const state = present === 0 ? 'Elle est vide' : `Elle est à la version ${present}`;
  if (!mayMigrate) {
    const message = `${state}, et ce compte n’a pas le droit de la mettre à la version ${known} : lancez « vitrine admin base migrer » avec le compte auquel les tables appartiennent.`;
    return found('version', 'refus', message);
  }
  return found(
    'version',
    'ok',
    `${state} : « vitrine admin base migrer », ou un démarrage, la met à la version ${known}.`,
  );
}

function roleFindings(roles: Inspection['roles'], unreduced: boolean): Finding[] {
  const sentences = new Set(Object.values(roles).flatMap((obstacle) => obstacle ?? []));
  if (sentences.size === 0) {
    return [found('roles', 'ok', `Ses connexions se réduisent aux rôles ${Object.keys(roles).join(', ')}.`)];
  }
  return [...sentences].map((sentence) => found('roles', unreduced ? 'attention' : 'refus', sentence));
}

async function examineService(url: string, mainUrl: string, unreduced: boolean): Promise<Finding[]> {
  const variable = 'SERVICE_DATABASE_URL';
  try {
    const { place, unfit, obstacle } = await withConnection(variable, url, async (client) => ({
      place: await readPlace(client),
      ...(await inspectLogin(client, variable, 'vitrine_service')),
    }));
    const main = await withConnection('DATABASE_URL', mainUrl, readPlace).catch(() => null);
    if (main && !isSamePlace(main, place)) {
      return [found('base-de-service', 'refus', elsewhereSentence(variable, place))];
    }
    const answers = found('base-de-service', 'ok', `${variable} mène à la même base, compte ${place.login}.`);
    const roles = roleFindings({ vitrine_service: obstacle }, unreduced);
    return [answers, ...(unfit === null ? [] : [found('base-de-service', 'refus', unfit)]), ...roles];
  } catch (error) {
    return [found('base-de-service', 'refus', sentenceOf(error))];
  }
}

/** A start does not need the bucket: it may come later. */
async function examineMedias(config: Config): Promise<Finding[]> {
  if (!config.mediaBucket) return [];
  const { store, close } = await openMediaFiles(config);
  try {
    await store.list('originaux/')[Symbol.asyncIterator]().next();
    return [found('medias', 'ok', 'Le compartiment de MEDIA_URL répond.')];
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    return [found('medias', 'attention', `Le compartiment de MEDIA_URL est hors d’atteinte (${error.reason}).`)];
  } finally {
    await close();
  }
}

async function examineAccessLog({ accessLog: target }: Config): Promise<Finding[]> {
  if (typeof target !== 'string') return [];
  const trouble = await findAccessLogTrouble(target);
  return [
    found('journal-des-visites', trouble ? 'refus' : 'ok', trouble ?? 'Le fichier de ACCESS_LOG se laisse écrire.'),
  ];
}

async function examineHost({ host }: Config): Promise<Finding> {
  const failure = await findListenFailure(host);
  if (failure !== null) return found('ecoute', 'refus', sentenceOf(failure));
  return found('ecoute', 'ok', `HOST (${host}) est une adresse de cette machine.`);
}

function examineAddresses({ baseUrl, sitesDomain, databaseUrl }: Config): Finding {
  const sites = `Les sites sont sous ${sitesDomain}`;
  if (baseUrl !== undefined) return found('adresses', 'ok', `${sites}, la plateforme est ${baseUrl}.`);
  const message = `${sites} ; BASE_URL n’est pas donnée : la plateforme répond sous tout autre nom.`;
  return found('adresses', databaseUrl === undefined ? 'ok' : 'attention', message);
}
