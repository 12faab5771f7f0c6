import type { FastifyInstance } from 'fastify';
import { isNamed, tagOf } from '../../http/entity-tags.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../../http/platform-page.ts';
import { PublicAddress } from '../../http/public-address.ts';
import { API_HEADERS, SCRIPT_HEADERS } from '../../http/security.ts';
import type { Browsers } from './browsers.ts';
import type { LiveTheme } from './live-theme.ts';
import { CLIENT_PATH } from './page-document.ts';
import type { Problem } from './problems.ts';
import type { Saves } from './saves.ts';

export interface LiveOptions {
  /** Of every page. */
  readonly script: string;
  readonly live: LiveTheme;
  readonly saves: Saves;
  readonly browsers: Browsers;
  /** All known problems now, of whatever page. */
  readonly problems: () => readonly Problem[];
}

/** Routes for the script of previewed pages: the script itself, its events, and its report of what is shown. */
export function liveRoutes(app: FastifyInstance, { script, live, saves, browsers, problems }: LiveOptions): void {
  const own = new PublicAddress({ baseUrl: undefined, trustProxy: false });
  const etag = tagOf(script);
  app.get(CLIENT_PATH, (request, reply) => {
    reply.headers({ ...SCRIPT_HEADERS, ETag: etag });
    return isNamed(etag, request.headers['if-none-match']) ? reply.code(304).send() : reply.send(script);
  });

  app.get('/.apercu/evenements', { exposeHeadRoute: false }, (request, reply) => {
    if (!own.isSameOrigin(request.raw, 'allowed')) return sendPlatformPage(reply, 403, PLATFORM_PAGES.notFound);
    reply.hijack();
    browsers.welcome(reply.raw, API_HEADERS);
    browsers.tell('bonjour', { version: live.now.version }, reply.raw);
    browsers.tell('problemes', { problemes: problems() }, reply.raw);
  });

  app.post<{ Querystring: { version?: unknown } }>('/.apercu/vu', (request, reply) => {
    const { version } = request.query;
    if (own.isSameOrigin(request.raw, 'allowed') && typeof version === 'string') saves.shown(version);
    return reply.code(204).headers(API_HEADERS).send();
  });
}
