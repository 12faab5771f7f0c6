import type { IncomingMessage, ServerResponse } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Renderer } from '../../sandbox/renderer.ts';
import { type PageOutcome, PublicPages, type Visit } from '../sites/public-pages.ts';
import type { Pool } from '../storage/pool.ts';
import { findAsset } from '../storage/public-pages.ts';
import { type EntranceOptions, entranceOf } from './entrance.ts';
import { IncidentLog } from './incident-log.ts';
import { PLATFORM_PAGES, sendPlatformPage } from './platform-page.ts';
import { assetHeaders, freshNonce, pageHeaders } from './security.ts';
import { COMMON_OPTIONS } from './server-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The visitor's address and what stands there; set before any handler of the public entrance runs. */
    visited: Pick<Visit, 'address' | 'state' | 'path'> | null;
  }
}

export interface SiteServerOptions {
  readonly db: Pool;
  readonly renderer: Renderer;
  readonly entrance: EntranceOptions;
  readonly log: FastifyBaseLogger;
  /** Answers for hosts that name no site. */
  readonly handOver: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Longest address that can name a page, UTF-16 code units. */
const PAGE_PATH_UNITS = 80;
const RETRY_AFTER_SECONDS = '5';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['svg', 'image/svg+xml; charset=utf-8'],
]);

/** The public entrance: pages and assets of sites, by host name. */
export function buildSiteServer({ db, renderer, entrance, log, handOver }: SiteServerOptions): FastifyInstance {
  const app = Fastify({
    ...COMMON_OPTIONS,
    loggerInstance: log,
    // An address that is no address names no page, whatever its host.
    frameworkErrors: (_error, _request, reply) => {
      sendPlatformPage(reply as unknown as FastifyReply, 404, PLATFORM_PAGES.notFound);
    },
  });
  const pages = new PublicPages(db, renderer);

  app.decorateRequest('visited', null);
  app.addHook('onRequest', async (request, reply) => {
    const named = entranceOf(request.raw, entrance);
    if (named.kind === 'site') {
      const path = decodedPath(request.url);
      const address = { slug: named.slug, host: named.host, page: pageSlug(path) };
      const state = await pages.lookUp(address);
      if (state) {
        request.visited = { address, state, path };
        return;
      }
    }
    reply.hijack();
    handOver(request.raw, reply.raw);
  });

  app.get<{ Params: { themeId: string; file: string } }>('/theme-assets/:themeId/:file', async (request, reply) => {
    const { themeId, file } = request.params;
    const contentType = CONTENT_TYPES.get(file.slice(file.lastIndexOf('.') + 1));
    const { site_id: siteId } = visitedBy(request).state;
    const asset =
      contentType && UUID.test(themeId) && !file.includes('\0')
        ? await findAsset(db, siteId, themeId, `assets/${file}`)
        : null;
    if (!asset || !contentType) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    const etag = `"${asset.empreinte}"`;
    reply.headers({ ...assetHeaders(contentType), ETag: etag });
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.send(Buffer.from(asset.contenu, 'utf8'));
  });

  app.get<{ Querystring: { demande?: unknown } }>('/*', async (request, reply) => {
    const nonce = freshNonce();
    const { demande } = request.query;
    const outcome = await pages.render({
      ...visitedBy(request),
      demande: typeof demande === 'string' ? demande : undefined,
      nonce,
    });
    return sendPage(reply, outcome, nonce, request);
  });

  app.setNotFoundHandler((_request, reply) => sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound));
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error.statusCode && error.statusCode < 500)
      return sendPlatformPage(reply, error.statusCode, PLATFORM_PAGES.notFound);
    request.log.error({ err: error }, 'a public page failed');
    return sendUnavailable(reply);
  });
  return app;
}

const incidents = new IncidentLog();

function visitedBy({ visited }: FastifyRequest): NonNullable<FastifyRequest['visited']> {
  if (!visited) throw new Error('a public page was asked for before its address was looked up');
  return visited;
}

/** Whether a conditional request names this tag; a proxy that compresses makes tags weak. */
function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function sendPage(reply: FastifyReply, outcome: PageOutcome, nonce: string, request: FastifyRequest): FastifyReply {
  const { log, visited } = request;
  const theme = { id: visited?.state.theme_id, version: visited?.state.theme_maj_le };
  switch (outcome.outcome) {
    case 'page':
      incidents.tell(log, theme, outcome.incidents);
      return reply
        .code(outcome.found ? 200 : 404)
        .headers(pageHeaders(nonce))
        .send(outcome.body);
    case 'no-template':
      return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
    case 'none':
    case 'no-layout':
      reply.header('X-Robots-Tag', 'noindex');
      return sendPlatformPage(reply, 200, PLATFORM_PAGES.noTheme);
    default:
      log.warn({ theme, outcome }, 'a page could not be rendered');
      return sendUnavailable(reply);
  }
}

function sendUnavailable(reply: FastifyReply): FastifyReply {
  reply.header('Retry-After', RETRY_AFTER_SECONDS);
  return sendPlatformPage(reply, 503, PLATFORM_PAGES.unavailable);
}

/** The slug that a path asks a page by: empty for the home page, null when no page can stand there. */
function pageSlug(path: string): string | null {
  return path.length <= PAGE_PATH_UNITS && /^[a-z0-9-]*$/.test(path) ? path : null;
}

function decodedPath(url: string): string {
  const path = url.split('?', 1)[0]?.replace(/^\/|\/$/g, '') ?? '';
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
