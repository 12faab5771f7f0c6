import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pino, { type DestinationStream, type Logger } from 'pino';
import { Renderer, type RendererOptions } from '../sandbox/index.ts';
import type { Config } from './config.ts';
import { findFolderTrouble, troubleSentence } from './data-folder.ts';
import { type DemoAccess, seedDemo } from './demo/seed.ts';
import { DnsQuestions } from './domains/dns-questions.ts';
import { type HttpServer, startHttpServer } from './http/server.ts';
import type { RunningSender } from './mail/sender.ts';
import { openMediaFiles } from './media/store/open-store.ts';
import { StartupError } from './startup-error.ts';
import { type Database, openDatabase, withConnection } from './storage/database.ts';
import { acceptFolder, startServerIn } from './storage/embedded/server.ts';
import { enqueueWhere } from './storage/mails.ts';
import { toldWork } from './storage/refused-work.ts';
import { listSlugs } from './storage/sites.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { CATALOG_FOLDER, type CatalogTheme, readCatalogFrom } from './themes/catalog.ts';
import { Upkeep } from './themes/upkeep.ts';

/**
 * How much the heap may grow before V8 collects all of it, percent of what was live after the last collection. V8's own value is little
 * more than the young generation: at 700 pages a second it searched 40 MB every 0.6 s, which took a tenth of a core, and pauses of 10 to
 * 25 ms.
 */
const HEAP_GROWTH = '--heap-growing-percent=400';

/**
 * One thread for each of V8's compilers, and one for its collector. V8 takes four, which on two processors leave little to pages: the first
 * answer that is no page makes V8 compile fifty hot functions again, and pages waited for up to 120 ms; four collector threads use twice the
 * processor time of one (125 ms and 60, of a heap of 40 MB).
 */
const HELPERS = [
  '--concurrent-turbofan-max-threads=1',
  '--concurrent-maglev-max-threads=1',
  '--concurrent-marking-max-worker-num=1',
];

/** What themes were compiled to, in the data folder. */
const CODE_FOLDER = 'code';

/** Site addresses that the terminal shows at most. */
const SHOWN_SITES = 20;

export interface Program {
  readonly http: HttpServer;
  /** Slugs of the first sites, by name. */
  readonly slugs: readonly string[];
  /** Null unless the demo was made by this start. */
  readonly demo: DemoAccess | null;
  /** Replaces all render processes without losing a request. */
  replaceRenderProcesses(): Promise<void>;
  /** Drains the requests under way and stops all that was started, in the reverse order. */
  close(): Promise<void>;
}

/** A sandbox to start, or one that outlives the program. */
export type Sandbox = Pick<RendererOptions, 'bundles'> | Renderer;

/** What a start may do in another way than `npm start`. */
export interface StartOptions {
  /** Called with a sentence at each step that takes time. */
  readonly progress?: (sentence: string) => void;
  /** A running sandbox, or other bundles than those of the source. */
  readonly sandbox?: Sandbox;
  /** The catalog that themes are installed from. */
  readonly catalogFolder?: URL | undefined;
  /** Takes the lines of the log; the standard error when left out. */
  readonly logTo?: DestinationStream | undefined;
}

/**
 * Starts the whole service: database, sandbox, HTTP.
 * @throws StartupError when something that the operator can correct prevents the start; what was started is stopped again
 */
export async function startProgram(
  config: Config,
  { progress = () => undefined, sandbox = {}, catalogFolder = CATALOG_FOLDER, logTo }: StartOptions = {},
): Promise<Program> {
  for (const flag of [HEAP_GROWTH, ...HELPERS]) setFlagsFromString(flag);
  const log = createLogger(config, logTo);
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  };
  try {
    // With an operator's database nothing in the folder is needed: where it cannot be written, the sandbox says so once.
    if ((await findFolderTrouble(config.dataDir)) === 'not-a-folder') {
      throw new StartupError(troubleSentence(config.dataDir, 'not-a-folder'));
    }
    // Before the sandbox writes compiled code there.
    const folder = config.databaseUrl ? null : await acceptFolder(config.dataDir, progress);
    const catalog = await readCatalogFrom(catalogFolder);
    // Starts the render processes while the database starts.
    const isLent = sandbox instanceof Renderer;
    const renderer = isLent ? sandbox : await startRenderer(config, catalog, log, sandbox);
    if (!isLent) stops.push(() => renderer.close());

    const embedded = folder && (await startServerIn(folder, progress));
    if (embedded) stops.push(embedded.stop);
    const url = config.databaseUrl ?? String(embedded?.url);
    const serviceUrl = config.serviceDatabaseUrl ?? embedded?.url;

    const { unreducedRights: unreduced } = config;
    const database = await openDatabase({ url, serviceUrl, unreduced, warn: (sentence) => log.warn(sentence) });
    stops.push(database.close);
    const variable = embedded ? 'DATA_DIR' : 'DATABASE_URL';
    const media = await openMediaFiles(config);
    stops.push(media.close);
    const seed = () => withConnection(variable, url, (client) => seedDemo(client, media.store));
    const demo = embedded ? await toldWork(variable, seed) : null;

    const upkeep = new Upkeep({
      db: database.management,
      service: database.service,
      media,
      witness: config.witnessSite,
      requestsKeptDays: config.requestsKeptDays,
      dns: new DnsQuestions(config.dnsServers),
      enqueue: enqueueWhere(config.mail !== null),
      log,
    });
    stops.push(() => upkeep.close());

    const tracing = config.tracesEndpoint === undefined ? null : await startTracing(config, log);
    if (tracing) stops.push(tracing.close);

    const mail = await startMail(config, database, log);
    if (mail) stops.push(() => mail.close());

    const options = { config, mail, database, media, renderer, catalog, catalogFolder, tracer: tracing, log };
    const http = await toldWork(variable, () => startHttpServer(options));
    stops.push(http.close);
    const slugs = await toldWork(variable, () => listSlugs(database.public, SHOWN_SITES));
    // A lent sandbox belongs to another owner, and so does the memory of this process.
    if (!isLent) giveBackMemory();
    return { http, slugs, demo, close, replaceRenderProcesses: () => renderer.replaceProcesses() };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Frees the memory that only the start has used; V8 would keep it for a while. */
function giveBackMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  collect({ type: 'major', flavor: 'last-resort' });
}

async function startRenderer(
  { renderWorkers: workers, themeCache, dataDir }: Config,
  catalog: readonly CatalogTheme[],
  log: Logger,
  sandbox: Pick<RendererOptions, 'bundles'>,
): Promise<Renderer> {
  const ownThemes = catalog.map(({ files }) => files);
  const codeFolder = join(dataDir, CODE_FOLDER);
  return Renderer.start({ workers, themeCache, codeFolder, ownThemes, log, ...sandbox });
}

/** Mail goes out where there is a server for it, and the service credential, which may make links. Nothing else needs its modules. */
async function startMail(
  { mail, baseUrl, sitesDomain }: Config,
  { service }: Database,
  log: Logger,
): Promise<RunningSender | null> {
  if (!mail || baseUrl === undefined || !service) return null;
  const [{ MailSender }, { smtpServer }] = await Promise.all([import('./mail/sender.ts'), import('./mail/smtp.ts')]);
  const server = smtpServer(mail.url);
  const platform = { address: baseUrl, sitesDomain };
  return new MailSender({ db: service, server, from: mail.from, platform, log }).start();
}

/** The modules are loaded here, because without an endpoint nothing needs them. */
async function startTracing({ port, trustProxy }: Config, log: Logger): Promise<Tracing> {
  const tracing = await import('./telemetry/tracing.ts');
  return tracing.startTracing({ instance: String(port), trustProxy, log });
}

/** Structured lines on standard error; what a person reads goes to standard output. */
function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  logTo: DestinationStream = pino.destination({ fd: 2, sync: false }),
): Logger {
  return pino({ level: logLevel, base: null }, logTo);
}
