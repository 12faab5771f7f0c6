import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from 'fastify';
import { type Renderer, sharedNow } from '../../../sandbox/index.ts';
import { ContactForms } from '../../content/contact-forms.ts';
import type { MediaStore } from '../../media/store/media-store.ts';
import type { Variants } from '../../media/variants.ts';
import type { VisitReport } from '../../metrics/metrics.ts';
import { AccessCodes } from '../../sites/access-codes.ts';
import { DatabaseWatch } from '../../sites/database-watch.ts';
import type { LinkEditor } from '../../sites/link-editor.ts';
import { SiteOutlines } from '../../sites/outline/site-outlines.ts';
import { PublicAssets } from '../../sites/public-assets.ts';
import { PublicMedias } from '../../sites/public-medias.ts';
import { PublicPages } from '../../sites/public-pages.ts';
import type { SiteRecords } from '../../sites/records/site-records.ts';
import { ThemeLayouts } from '../../sites/theme-layouts.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import { probeSites } from '../../storage/public-sites.ts';
import type { RolePools } from '../../storage/role-pools.ts';
import type { SiteOrigin } from '../../text/site-origin.ts';
import { type EntranceOptions, entranceOf, isPlatformWithoutSite } from '../entrance.ts';
import { MediaAnswers } from '../media-answers.ts';
import { observeRequests, type RequestObservers } from '../observe-requests.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import type { PublicAddress } from '../public-address.ts';
import { COMMON_OPTIONS } from '../server-options.ts';
import { endNowhere } from '../unreadable-request.ts';
import { accessRoutes } from './access-routes.ts';
import { PageEncoder } from './compression/page-encoder.ts';
import { contactRoutes } from './contact-routes.ts';
import { sendAway } from './elsewhere.ts';
import { feedRoutes } from './feed-routes.ts';
import { leadOn } from './former-address.ts';
import type { LegacyEngine } from './legacy/engine.ts';
import { handOverToLegacy } from './legacy/hand-over.ts';
import { leadToMainAddress } from './main-address.ts';
import { mediaRoutes } from './media-routes.ts';
import { closeOfflineSites, sendOffline } from './offline.ts';
import { outlineRoutes } from './outline-routes.ts';
import { EVERY_PAGE, pageRoutes } from './page-routes.ts';
import { isFromMemory, tellAge } from './stale.ts';
import { themeAssetRoutes } from './theme-asset-routes.ts';
import { visitDetails } from './trace-details.ts';
import { sendUnavailable } from './unavailable.ts';
import { hideSites } from './visibility.ts';
import { namesOf } from './visited.ts';

interface SiteServer {
  readonly app: FastifyInstance;
  /** What visitors see, for previews of drafts. */
  readonly pages: PublicPages;
  /** Sends files of libraries, for members, too. */
  readonly medias: MediaAnswers;
  /** Counters of visits since the start. */
  report(): VisitReport;
}

interface SiteServerOptions {
  /** With the public role. */
  readonly db: RolePools;
  /** With the rights of the management API, for what visitors send. */
  readonly management: RolePools;
  readonly publicAddress: PublicAddress;
  /** Renders sites without a theme; null where there is none. */
  readonly legacyEngine: LegacyEngine | null;
  readonly renderer: Renderer;
  /** Identifies the program's code that makes pages (`program-build.ts`). */
  readonly build: string;
  readonly entrance: EntranceOptions;
  readonly observers: RequestObservers;
  readonly links: LinkEditor;
  readonly variants: Variants;
  /** The bytes of libraries. */
  readonly mediaStore: MediaStore;
  readonly records: SiteRecords;
  /** Whether sites are told by mail what visitors send. */
  readonly isMailed: boolean;
  readonly originOf: SiteOrigin;
  readonly log: FastifyBaseLogger;
  /** Answers for hosts that name no site. */
  readonly handOver: (request: IncomingMessage, response: ServerResponse) => void;
}

/** An address that no site has: looking it up runs the same statement as any look-up. */
const NOWHERE = { slug: '', host: '' };

/** The public entrance: pages and assets of sites, by host name. */
export function buildSiteServer(options: SiteServerOptions): SiteServer {
  const {
    db,
    management,
    publicAddress,
    legacyEngine,
    renderer,
    links,
    variants,
    mediaStore,
    build,
    entrance,
    observers,
    records,
    isMailed,
    originOf,
    log,
    handOver,
  } = options;
  const app = Fastify({
    ...COMMON_OPTIONS,
    loggerInstance: log,
    frameworkErrors: (_error, { raw }, reply) => void answerMalformed(raw, reply as unknown as FastifyReply),
  });
  const watch = new DatabaseWatch({ look: () => probeSites(db.probes, [NOWHERE]), log });
  const pages = new PublicPages({ db, renderer, watch, links, originOf });
  const medias = new MediaAnswers({ medias: new PublicMedias(db, watch), variants, store: mediaStore });

  observeRequests(app, 'site', observers, visitDetails);
  app.decorateRequest('visited', null);
  app.addHook('onRequest', async (request, reply) => {
    const named = entranceOf(request.raw, entrance);
    if (named.kind === 'site') {
      const began = sharedNow();
      const address = { slug: named.slug, host: named.host };
      const finding = await pages.lookUp(address);
      if (finding.answer?.ancienne) {
        tellAge(reply, finding.verifiedAt);
        const { slug, principal } = finding.answer;
        const present = publicAddress.originOf(request.raw, `${slug}.${entrance.sitesDomain}`);
        return leadOn(request, reply, principal === null ? present : originOf({ slug, domain: principal }));
      }
      if (finding.answer) {
        tellAge(reply, finding.verifiedAt);
        const lookup = { began, ended: sharedNow() };
        const state = finding.answer;
        const counted = { tally: records.of(state.site_id), sentBefore: request.raw.socket.bytesWritten };
        request.visited = { address, finding, state, lookup, ...counted, readyAt: null };
        return;
      }
    }
    request.isHandedOver = true;
    reply.hijack();
    handOver(request.raw, reply.raw);
  });

  closeOfflineSites(app);
  hideSites(app);
  leadToMainAddress(app, { originOf });
  accessRoutes(app, { codes: new AccessCodes(management), publicAddress });
  if (legacyEngine) handOverToLegacy(app, { engine: legacyEngine, layouts: new ThemeLayouts(db, watch) });

  const counts = { staleAnswers: 0, hops: { lookup: 0, write: 0 } };
  app.addHook('onResponse', ({ visited, raw, routeOptions }, reply, done) => {
    if (isFromMemory(reply)) counts.staleAnswers++;
    if (!visited) return done();
    // The socket of a broken connection may not tell how much it has sent.
    visited.tally.bytes += raw.socket.bytesWritten - visited.sentBefore || 0;
    if (routeOptions.url === EVERY_PAGE) visited.tally.pages++;
    if (visited.readyAt !== null) {
      counts.hops.lookup += visited.lookup.ended - visited.lookup.began;
      counts.hops.write += sharedNow() - visited.readyAt;
    }
    return done();
  });

  const { trustProxy } = entrance;
  themeAssetRoutes(app, { assets: new PublicAssets(db, watch) });
  mediaRoutes(app, { answers: medias });
  contactRoutes(app, { forms: new ContactForms(management, isMailed), watch, publicAddress, trustProxy });
  outlineRoutes(app, { outlines: new SiteOutlines(db, watch), originOf });
  feedRoutes(app, { pages, originOf });
  pageRoutes(app, { pages, encoder: new PageEncoder(), build });

  app.setNotFoundHandler((_request, reply) => sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error.statusCode && error.statusCode < 500)
      return sendPlatformPage(reply, error.statusCode, PLATFORM_PAGES.notFound);
    // DatabaseWatch has logged it already.
    if (isOutOfReach(error)) return sendAway(request, reply, trustProxy);
    request.log.error({ ...namesOf(request), err: error }, 'a public page failed');
    return sendUnavailable(reply);
  });
  app.addHook('onClose', async () => watch.close());

  /** Answers a malformed address: no host has a page there, and no hook has seen the request. */
  async function answerMalformed(raw: IncomingMessage, reply: FastifyReply): Promise<void> {
    const named = entranceOf(raw, entrance);
    const finding = named.kind === 'site' ? await pages.lookUp(named).catch(() => null) : null;
    const kind = finding?.answer?.hors_ligne ?? null;
    if (kind !== null) sendOffline(reply, kind);
    else if (finding?.answer || isPlatformWithoutSite(named, entrance)) {
      sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    } else endNowhere(reply.hijack().raw);
  }
  return {
    app,
    pages,
    medias,
    report: () => ({ ...counts, probeBatches: watch.statements, isDatabaseAway: watch.isAway }),
  };
}
