import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OfflineKind } from '../../storage/offline-sites.ts';
import { PLATFORM_PAGES, type PlatformPage, platformPage } from '../platform-page.ts';
import { assetHeaders } from '../security.ts';
import { asksForFeed } from './feed-routes.ts';
import { asksForOutline, ROBOTS_CLOSED } from './outline-routes.ts';

/** When robots and feed readers may look again, seconds: nobody knows when an operator will bring a site back. */
const RETRY_AFTER_SECONDS = '3600';
const UNKEPT = { 'Cache-Control': 'no-store' } as const;
const ROBOTS = '/robots.txt';

/** Answers every request to a site that an operator has taken off, before a theme, the older engine or a form sees it (docs/decisions/offline-sites.md); nothing keeps the answer. */
export function closeOfflineSites(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const kind = request.visited?.state.hors_ligne ?? null;
    if (kind === null) return done();
    request.isUncounted = true;
    if (request.routeOptions.url === ROBOTS) {
      return reply.headers({ ...assetHeaders('text/plain; charset=utf-8'), ...UNKEPT }).send(ROBOTS_CLOSED);
    }
    if (asksForOutline(request) || asksForFeed(request)) return send(reply, 404, PLATFORM_PAGES.notFound);
    return sendOffline(reply, kind);
  });
}

/** The page that a visitor gets instead of any other. */
export function sendOffline(reply: FastifyReply, kind: OfflineKind): FastifyReply {
  if (kind === 'loi') return send(reply, 451, PLATFORM_PAGES.forbidden);
  return send(reply.header('Retry-After', RETRY_AFTER_SECONDS), 503, PLATFORM_PAGES.offline);
}

function send(reply: FastifyReply, status: number, page: PlatformPage): FastifyReply {
  const { headers, body } = platformPage(page);
  return reply
    .code(status)
    .headers({ ...headers, ...UNKEPT })
    .send(body);
}
