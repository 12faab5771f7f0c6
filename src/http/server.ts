import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Renderer } from '../../sandbox/index.ts';
import { Authentication } from '../accounts/authentication.ts';
import { Login } from '../accounts/login.ts';
import { relyingPartyOf } from '../accounts/second-factor/relying-party.ts';
import type { Config } from '../config.ts';
import { LiveDemos } from '../demo/live-demos.ts';
import { DnsQuestions } from '../domains/dns-questions.ts';
import { DomainQuestions } from '../domains/domain-questions.ts';
import { componentsOf } from '../health/components.ts';
import { Health } from '../health/health.ts';
import { OwnEntrance } from '../health/own-entrance.ts';
import { type MailReport, NO_MAIL } from '../mail/report.ts';
import { PictureProcessor } from '../media/processing/picture-processor.ts';
import type { MediaFiles } from '../media/store/open-store.ts';
import { Uploads } from '../media/uploads.ts';
import { Variants } from '../media/variants.ts';
import { Metrics } from '../metrics/metrics.ts';
import { RequestDurations } from '../metrics/request-durations.ts';
import { DraftPreviews } from '../sites/draft-previews.ts';
import { LinkEditor } from '../sites/link-editor.ts';
import { NewSitePreviews } from '../sites/new-site-previews.ts';
import { PageProfiles } from '../sites/page-profile.ts';
import { SiteRecords } from '../sites/records/site-records.ts';
import { Rehearsals } from '../sites/rehearsal/rehearsals.ts';
import type { Database } from '../storage/database.ts';
import type { RequestTracer } from '../telemetry/answered-request.ts';
import { siteOrigin } from '../text/site-origin.ts';
import { type CatalogTheme, type ReadCatalog, readThemeFrom } from '../themes/catalog.ts';
import { Importer } from '../themes/import/importer.ts';
import { UpgradeMerger } from '../themes/upgrade/merger.ts';
import { AccessLog } from './access-log.ts';
import { Admission } from './admission.ts';
import { WriteAdmission } from './api/write-admission.ts';
import { Callers } from './callers.ts';
import { storefrontOf } from './catalogue/catalogue-routes.ts';
import { writeSiteHeader } from './edge.ts';
import { entranceOf, isPlatformWithoutSite, settleTarget } from './entrance.ts';
import { operatorsFirst } from './exploitation/operator-entrance.ts';
import { buildOperatorServer } from './exploitation/operator-server.ts';
import { FontFiles } from './font-files.ts';
import { listenFailure } from './listen-failure.ts';
import { buildPlatformServer } from './platform-server.ts';
import { localAddress, PublicAddress } from './public-address.ts';
import { nameRequest } from './request-id.ts';
import { ServedHosts } from './served-hosts.ts';
import { SessionCookie } from './session-cookie.ts';
import { pageWithoutTemplate } from './site/blog-pages.ts';
import type { LegacyEngine } from './site/legacy/engine.ts';
import { LoopGuard } from './site/legacy/loop.ts';
import { programBuild } from './site/program-build.ts';
import { buildSiteServer } from './site/server.ts';
import { endNowhere, endUnreadable } from './unreadable-request.ts';

const HEADERS_TIMEOUT_MS = 10_000;
/** Time for the longest archive on a line of 8 Mbit/s, milliseconds. */
const REQUEST_TIMEOUT_MS = 240_000;
const KEEP_ALIVE_MS = 65_000;
/** How long the requests under way may take when the server stops, milliseconds. */
const DRAIN_MS = 5_000;
const IDLE_POLL_MS = 50;

export interface HttpServer {
  /** TCP port that is listened on. */
  readonly port: number;
  /** Answers health checks with 503 from now on, so that a proxy sends requests elsewhere; all else is served as before. */
  announceStop(): void;
  /** Stops accepting, finishes the requests under way, then ends idle connections. */
  close(): Promise<void>;
}

interface HttpServerOptions {
  readonly config: Pick<
    Config,
    | 'port'
    | 'host'
    | 'databaseUrl'
    | 'sitesDomain'
    | 'baseUrl'
    | 'storeUrl'
    | 'trustProxy'
    | 'legacyEngineUrl'
    | 'witnessSite'
    | 'accessLog'
    | 'mediaQuota'
    | 'isSignUpOpen'
    | 'mail'
    | 'requireSecondFactor'
    | 'dnsServers'
  >;
  /** Null where no mail goes out. */
  readonly mail: { readonly report: MailReport } | null;
  readonly database: Database;
  /** The bytes of the libraries. */
  readonly media: MediaFiles;
  readonly renderer: Renderer;
  readonly catalog: readonly CatalogTheme[];
  /** The folder that the catalog is read from. */
  readonly catalogFolder: URL;
  /** Null where no traces are made. */
  readonly tracer: RequestTracer | null;
  readonly log: FastifyBaseLogger;
}

/**
 * One port for two entrances: the sites by their host names, the platform by every other, or by its own where `BASE_URL` says it.
 * @throws StartupError when the port is taken or may not be used
 */
export async function startHttpServer({
  config,
  mail,
  database,
  media,
  renderer,
  catalog,
  catalogFolder,
  tracer,
  log,
}: HttpServerOptions): Promise<HttpServer> {
  const entrance = {
    sitesDomain: config.sitesDomain,
    platformHost: config.baseUrl && new URL(config.baseUrl).hostname.replace(/\.$/, ''),
    ownHost: config.host,
    trustProxy: config.trustProxy,
  };
  const publicAddress = new PublicAddress(config);
  const listening = () => platform.server.address() as AddressInfo | null;
  const originOf = siteOrigin(config, () => listening()?.port ?? config.port);
  const { accessLog: target, trustProxy } = config;
  const accessLog = target === null ? null : AccessLog.open(target, { publicAddress, trustProxy, log });
  const observers = { durations: new RequestDurations(), tracer, trustProxy: config.trustProxy };
  let platformListener: RequestListener = () => undefined;
  const records = new SiteRecords({ db: database.management, renderer, log });
  const links = new LinkEditor();
  const pictures = new PictureProcessor({ log });
  const variants = new Variants({
    ...{ store: media.store, arrivals: media.arrivals },
    processor: pictures,
    db: database.management,
    quota: config.mediaQuota,
    log,
  });
  const sites = buildSiteServer({
    db: database.public,
    management: database.management,
    publicAddress,
    legacyEngine: config.legacyEngineUrl === undefined ? null : await engineAt(config.legacyEngineUrl, publicAddress),
    renderer,
    links,
    variants,
    mediaStore: media.store,
    build: await programBuild(renderer.build, config),
    entrance,
    observers,
    records,
    isMailed: mail !== null,
    originOf,
    log,
    handOver: (request, response) => {
      if (isPlatformWithoutSite(entranceOf(request, entrance), entrance)) platformListener(request, response);
      else endNowhere(response);
    },
  });
  await sites.app.ready();

  const fonts = await FontFiles.open();
  const admission = new Admission();
  const loops = new LoopGuard(log);
  const metrics = new Metrics({
    sandbox: () => renderer.report(),
    visits: () => sites.report(),
    admission: () => ({ atWork: admission.size, refused: admission.refused }),
    pictures: () => pictures.report(),
    mail: () => mail?.report ?? NO_MAIL,
    pools: () => database.report(),
    durations: observers.durations,
  });
  const imports = new Importer({ access: database.managementAccess, log });
  const authentication = new Authentication(database.service, config.requireSecondFactor);
  const components = componentsOf({
    db: database.public,
    renderer,
    authentication,
    own: new OwnEntrance(listening),
    platformHost: entrance.platformHost ?? entrance.sitesDomain,
    witnessHost: config.witnessSite === undefined ? null : `${config.witnessSite}.${config.sitesDomain}`,
  });
  // In an operator's database a site with a demo's name may belong to somebody else.
  const hasOwnDatabase = config.databaseUrl === undefined;
  const demos = hasOwnDatabase ? await LiveDemos.open(database.public) : null;
  const health = new Health({ components, log });
  const rehearsals = new Rehearsals({
    ...{ database, renderer, records, links, sitesDomain: config.sitesDomain, originOf },
    platformPage: pageWithoutTemplate,
  });
  const merger = new UpgradeMerger();
  // No proxy stands before a program with its own database. A port that the system chooses is not known yet.
  const ownAddress = hasOwnDatabase && config.port !== 0 ? localAddress(config.host, config.port) : undefined;
  const login = new Login(database.service, {
    isMailed: config.mail !== null,
    relyingParty: relyingPartyOf(config.baseUrl ?? ownAddress),
    factorRule: config.requireSecondFactor,
  });
  const storefront = await storefrontOf(catalog, catalogFolder);
  const readCatalog: ReadCatalog = (id) => readThemeFrom(catalogFolder, id);
  const sessionCookie = new SessionCookie(publicAddress);
  const callers = new Callers({ authentication, sessionCookie, publicAddress });
  const operators =
    database.service &&
    buildOperatorServer({
      ...{ db: database.service, publicAddress, callers, observers, log },
      ...{ sitesDomain: config.sitesDomain, witnessSite: config.witnessSite },
    });
  await operators?.ready();
  const platform = buildPlatformServer({
    database,
    renderer,
    health,
    servedHosts: new ServedHosts(sites.pages, entrance),
    metrics,
    observers,
    callers,
    login,
    isSignUpOpen: config.isSignUpOpen,
    previews: new DraftPreviews({
      ...{ database, renderer, records, links, originOf },
      pages: sites.pages,
      sitesDomain: config.sitesDomain,
    }),
    newSitePreviews: new NewSitePreviews({ renderer, readCatalog, originOf, themes: storefront.themes }),
    profiles: new PageProfiles({
      ...{ database, renderer, records, originOf },
      pages: sites.pages,
      sitesDomain: config.sitesDomain,
    }),
    rehearsals,
    upgrades: {
      ...{ db: database.management, merger, renderer, readCatalog },
    },
    publicAddress,
    sitesDomain: config.sitesDomain,
    platformHosts: entrance,
    domainQuestions: new DomainQuestions({
      dns: new DnsQuestions(config.dnsServers),
      db: database.service,
      hosts: entrance,
      log,
    }),
    sessionCookie,
    witnessSite: config.witnessSite,
    writes: new WriteAdmission(),
    imports,
    media,
    uploads: new Uploads({ db: database.management, ...media, pictures, quota: config.mediaQuota, log }),
    catalogue: {
      storefront,
      demoOf: (themeId) => demos?.slugOf(themeId) ?? null,
      sitesDomain: config.sitesDomain,
      publicAddress,
    },
    storeUrl: config.storeUrl,
    medias: sites.medias,
    log,
    serverFactory: (handler) => {
      platformListener = handler as RequestListener;
      if (operators && database.service) {
        const routes = { operators: operators.routing as RequestListener, platform: platformListener };
        platformListener = operatorsFirst({ db: database.service, sessionCookie, ...routes });
      }
      const server = createServer((request, response) => {
        nameRequest(request, trustProxy);
        accessLog?.follow(request, response);
        if (!settleTarget(request)) return endUnreadable(response);
        const named = entranceOf(request, entrance);
        if (named.kind === 'nowhere') return endNowhere(response);
        // A font is answered without a look-up of the site, and its 404 shows nothing of the platform, because the host may be nobody's.
        const mayBeNobodys = named.kind === 'site' && entrance.platformHost !== undefined;
        const endMissing = mayBeNobodys ? endNowhere : undefined;
        if (loops.refuse(request, response) || fonts.answer(request, response, endMissing)) return;
        writeSiteHeader(request, named);
        if (named.kind === 'platform') platformListener(request, response);
        else if (admission.admit(named.host, request, response)) sites.app.routing(request, response);
      });
      server.headersTimeout = HEADERS_TIMEOUT_MS;
      server.requestTimeout = REQUEST_TIMEOUT_MS;
      server.keepAliveTimeout = KEEP_ALIVE_MS;
      // The limit of 16 KB bounds the headers. With a limit of 2,000 headers Node would drop further ones, even a second `Host`.
      server.maxHeadersCount = 0;
      return server;
    },
  });

  try {
    await platform.listen({ port: config.port, host: config.host });
  } catch (error) {
    await platform.close();
    await records.close();
    await accessLog?.close();
    throw listenFailure(error as Error & { code?: string }, config);
  }
  const { port } = platform.server.address() as AddressInfo;
  await records.begin(`${hostname()}:${port}`);
  return {
    port,
    announceStop: () => {
      health.isStopping = true;
    },
    close: async () => {
      // A connection whose last request ends after the listener has closed becomes idle, and nothing else would close it.
      const idle = setInterval(() => platform.server.closeIdleConnections(), IDLE_POLL_MS);
      const late = setTimeout(() => platform.server.closeAllConnections(), DRAIN_MS);
      await platform.close();
      clearInterval(idle);
      clearTimeout(late);
      imports.close();
      pictures.close();
      await rehearsals.close();
      await merger.close();
      await operators?.close();
      await login.stop();
      await sites.app.close();
      await variants.close();
      await links.close();
      await records.close();
      await accessLog?.close();
    },
  };
}

/** The modules are loaded here: nothing else needs their client of HTTP, 7 MB. */
async function engineAt(url: string, publicAddress: PublicAddress): Promise<LegacyEngine> {
  const { LegacyEngine } = await import('./site/legacy/engine.ts');
  return new LegacyEngine({ url, publicAddress });
}
