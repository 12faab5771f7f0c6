import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Renderer } from '../../../sandbox/renderer.ts';
import { ContactForms } from '../../content/contact-forms.ts';
import type { VisitReport } from '../../metrics/metrics.ts';
import { AccessCodes } from '../../sites/access-codes.ts';
import { DatabaseWatch } from '../../sites/database-watch.ts';
import { SiteOutlines } from '../../sites/outline/site-outlines.ts';
import { PublicAssets } from '../../sites/public-assets.ts';
import { PublicPages, type Served, type Visit } from '../../sites/public-pages.ts';
import { ThemeLayouts } from '../../sites/theme-layouts.ts';
import { viewAt } from '../../sites/views.ts';
import { isOutOfReach } from '../../storage/out-of-reach.ts';
import type { Pool } from '../../storage/pool.ts';
import { probeSites, type SiteState } from '../../storage/public-sites.ts';
import { isNamed } from '../entity-tags.ts';
import { type EntranceOptions, entranceOf } from '../entrance.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import type { PublicAddress } from '../public-address.ts';
import { assetHeaders, freshNonce, pageHeaders, REVALIDATED } from '../security.ts';
import { COMMON_OPTIONS } from '../server-options.ts';
import { registerAccess } from './access.ts';
import { sendBlogPage } from './blog-pages.ts';
import { registerContact } from './contact.ts';
import { encodingFor, varyByEncoding } from './encoding.ts';
import { registerFeeds } from './feeds.ts';
import { IncidentLog } from './incident-log.ts';
import { LegacyEngine } from './legacy/engine.ts';
import { registerLegacy } from './legacy/register.ts';
import { registerOutlineRoutes } from './outline-routes.ts';
import { decodedPath } from './page-address.ts';
import { PageEncoder } from './page-encoder.ts';
import { pageTag } from './page-tag.ts';
import { isFromMemory, tellAge } from './stale.ts';
import { sendUnavailable } from './unavailable.ts';
import { registerVisibility } from './visibility.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's address and what stands there; set before any handler of the public entrance runs. */
    visited: Visited | null;
  }
}

interface Visited extends Pick<Visit, 'address' | 'finding'> {
  readonly state: SiteState;
  /** What looking it up took, milliseconds. */
  readonly lookupMs: number;
  /** When a page was ready to be sent, `performance.now()`. */
  readyAt: number | null;
}

export interface SiteServer {
  readonly app: FastifyInstance;
  /** What is counted of visits, from the start on. */
  report(): VisitReport;
}

export interface SiteServerOptions {
  /** With the public role. */
  readonly db: Pool;
  /** With the rights of the management API, for what visitors send. */
  readonly management: Pool;
  readonly publicAddress: PublicAddress;
  /** Origin of the server that renders sites without a theme; undefined when there is none. */
  readonly legacyEngineUrl: string | undefined;
  readonly renderer: Renderer;
  /** Names what makes pages of themes and contents here. */
  readonly build: string;
  readonly entrance: EntranceOptions;
  readonly log: FastifyBaseLogger;
  /** Answers for hosts that name no site. */
  readonly handOver: (request: IncomingMessage, response: ServerResponse) => void;
}

/** An address that names nothing: looking it up does all that a look-up does. */
const NOWHERE = { slug: '', host: '' };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml; charset=utf-8'],
]);

/** The public entrance: pages and assets of sites, by host name. */
export function buildSiteServer(options: SiteServerOptions): SiteServer {
  const { db, management, publicAddress, legacyEngineUrl, renderer, build, entrance, log, handOver } = options;
  const app = Fastify({
    ...COMMON_OPTIONS,
    loggerInstance: log,
    // An address that is no address names no page, whatever its host.
    frameworkErrors: (_error, _request, reply) => {
      sendPlatformPage(reply as unknown as FastifyReply, 404, PLATFORM_PAGES.notFound);
    },
  });
  const watch = new DatabaseWatch({ look: () => probeSites(db.probes, [NOWHERE]), log });
  const pages = new PublicPages(db, renderer, watch);
  const assets = new PublicAssets(db, watch);
  const encoder = new PageEncoder(() => renderer.pending);

  app.decorateRequest('visited', null);
  app.addHook('onRequest', async (request, reply) => {
    const named = entranceOf(request.raw, entrance);
    if (named.kind === 'site') {
      const began = performance.now();
      const address = { slug: named.slug, host: named.host };
      const finding = await pages.lookUp(address);
      if (finding.answer) {
        tellAge(reply, finding.verifiedAt);
        const lookupMs = performance.now() - began;
        request.visited = { address, finding, state: finding.answer, lookupMs, readyAt: null };
        return;
      }
    }
    reply.hijack();
    handOver(request.raw, reply.raw);
  });

  registerVisibility(app);
  registerAccess(app, { codes: new AccessCodes(management), publicAddress });
  if (legacyEngineUrl !== undefined) {
    const engine = new LegacyEngine({ url: legacyEngineUrl, publicAddress });
    registerLegacy(app, { engine, layouts: new ThemeLayouts(db, watch) });
  }

  const counts = { staleAnswers: 0, hops: { lookup: 0, write: 0 } };
  app.addHook('onResponse', async ({ visited }, reply) => {
    if (isFromMemory(reply)) counts.staleAnswers++;
    if (!visited || visited.readyAt === null) return;
    counts.hops.lookup += visited.lookupMs;
    counts.hops.write += performance.now() - visited.readyAt;
  });

  app.get<{ Params: { themeId: string; file: string } }>('/theme-assets/:themeId/:file', async (request, reply) => {
    const { themeId, file } = request.params;
    const contentType = CONTENT_TYPES.get(file.slice(file.lastIndexOf('.') + 1));
    if (!contentType || !UUID.test(themeId) || file.includes('\0')) {
      return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    }
    const { site_id: siteId } = visitedBy(request).state;
    const { answer: asset, verifiedAt } = await assets.find({ siteId, themeId, path: `assets/${file}` });
    tellAge(reply, verifiedAt);
    if (!asset) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    varyByEncoding(reply.headers({ ...assetHeaders(contentType), ETag: asset.etag }));
    if (isNamed(asset.tag, request.headers['if-none-match'])) return reply.code(304).send();
    const encoding = encodingFor(request);
    const encoded = encoding && (await assets.encoded(asset, encoding));
    if (encoded) reply.header('Content-Encoding', encoding);
    return reply.send(encoded ?? asset.body);
  });

  const { trustProxy } = entrance;
  registerContact(app, { forms: new ContactForms(management), watch, publicAddress, trustProxy });
  registerOutlineRoutes(app, { outlines: new SiteOutlines(db, watch), publicAddress, visitedBy });
  registerFeeds(app, { pages, publicAddress, visitedBy });

  app.get<{ Querystring: { demande?: unknown; page?: unknown } }>('/*', async (request, reply) => {
    const { demande, page: listPage } = request.query;
    const visited = visitedBy(request);
    const asked = {
      ...visited,
      view: viewAt(decodedPath(request.url), typeof listPage === 'string' ? listPage : undefined),
      demande: demande === 'merci' || demande === 'erreur' ? demande : '',
    } as const;
    const tag = pageTag(build, asked);
    if (tag !== null && isNamed(tag, request.headers['if-none-match'])) {
      pages.noteConfirmed(asked);
      varyByEncoding(reply);
      return reply
        .code(304)
        .headers({ ...REVALIDATED, ETag: `W/${tag}` })
        .send();
    }
    const nonce = freshNonce();
    const served = await pages.render({ ...asked, nonce });
    tellAge(reply, served.verifiedAt);
    if (tag !== null && isLasting(served)) reply.header('ETag', `W/${tag}`);
    if (served.page.outcome !== 'page') return sendPage(reply, served, nonce, request);
    visited.readyAt = performance.now();
    const encoding = encodingFor(request);
    const encoded = encoding && (await encoder.encode(served.page.body, encoding));
    if (encoded) reply.header('Content-Encoding', encoding);
    const page = { ...served.page, body: encoded ?? served.page.body };
    varyByEncoding(reply);
    return sendPage(reply, { ...served, page }, nonce, request);
  });

  app.setNotFoundHandler((_request, reply) => sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error.statusCode && error.statusCode < 500)
      return sendPlatformPage(reply, error.statusCode, PLATFORM_PAGES.notFound);
    // The watch has told the log already.
    if (!isOutOfReach(error)) request.log.error({ err: error }, 'a public page failed');
    return sendUnavailable(reply);
  });
  app.addHook('onClose', async () => {
    watch.close();
    await pages.close();
  });
  return { app, report: () => ({ ...counts, probeBatches: watch.statements }) };
}

const incidents = new IncidentLog();

function visitedBy({ visited }: FastifyRequest): Visited {
  if (!visited) throw new Error('a public page was asked for before its address was looked up');
  return visited;
}

/** Whether the same program gives the same page of the same content again. */
const isLasting = ({ page, content }: Served): boolean =>
  page.outcome === 'page' && content !== null && !page.readsClock && page.incidents.length === 0;

function sendPage(reply: FastifyReply, served: Served, nonce: string, request: FastifyRequest): FastifyReply {
  const { page: outcome, content } = served;
  const { log, visited } = request;
  const theme = { id: visited?.state.theme_id, version: visited?.state.theme_maj_le };
  switch (outcome.outcome) {
    case 'page':
      incidents.tell(log, theme, outcome.incidents);
      return reply
        .code(content ? 200 : 404)
        .headers(pageHeaders(nonce))
        .send(outcome.body);
    case 'no-template':
      return (content && sendBlogPage(reply, content, nonce)) ?? sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    case 'none':
    case 'no-layout':
      reply.header('X-Robots-Tag', 'noindex');
      return sendPlatformPage(reply, 200, PLATFORM_PAGES.noTheme);
    case 'refused':
      // Told once, by the sandbox, and counted: a flood of requests must not become a flood of lines.
      return sendUnavailable(reply);
    default:
      log.warn({ theme, outcome }, 'a page could not be rendered');
      return sendUnavailable(reply);
  }
}
