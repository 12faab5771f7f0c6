import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerFactory,
} from 'fastify';
import { AnalysisBusy } from '../../sandbox/renderer.ts';
import { presentedKey } from '../accounts/api-key.ts';
import { analysisBusy, databaseAway, type ErrorCode, MomentaryRefusal, Refusal } from '../errors.ts';
import type { Health } from '../health/health.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isOutOfReach } from '../storage/out-of-reach.ts';
import { Api, type ApiContext } from './api/api.ts';
import { BodyJudge } from './api/bodies/judge.ts';
import { SHORT_BODY_BYTES } from './api/bodies/limits.ts';
import { parseBodies } from './api/bodies/parser.ts';
import { addRoutes } from './api/routes.ts';
import { metricsRoutes } from './metrics-route.ts';
import { PLATFORM_PAGES, sendPlatformPage } from './platform-page.ts';
import { API_HEADERS } from './security.ts';
import { COMMON_OPTIONS } from './server-options.ts';
import { answerUnread, leavesBodyUnread } from './unread-body.ts';

export interface PlatformServerOptions extends ApiContext {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly log: FastifyBaseLogger;
  readonly serverFactory: FastifyServerFactory;
}

/** Longest part of an address that a route still judges itself, UTF-16 code units. */
const PARAMETER_UNITS = 16_384;
/** What a client is asked to wait before it tries again. */
const RETRY_AFTER_SECONDS = '2';
const SESSION_COOKIE = /(?:^|;\s*)(?:__Host-)?vitrine_session=/;

const API_PATH = /^\/api(?:[/?]|$)/;

/** What the edge lets through without a session cookie, to be checked by the route (specification, Authentication 8). */
const OPEN_TO_KEYS = /^\/api\/(?:themes(?:\/importer|\/[^/]+\/(?:fichiers|export))?|sante)$/;

/** The platform's own host: the management API and its pages. */
export function buildPlatformServer({
  health,
  metrics,
  log,
  serverFactory,
  ...context
}: PlatformServerOptions): FastifyInstance {
  const app = Fastify({
    ...COMMON_OPTIONS,
    loggerInstance: log,
    bodyLimit: SHORT_BODY_BYTES,
    serverFactory,
    clientErrorHandler: (_error, socket) => refuseGarbage(socket),
    routerOptions: { maxParamLength: PARAMETER_UNITS },
    // An address that cannot be decoded names nothing.
    frameworkErrors: (_error, request, reply) => {
      const code = presentedKey(request.headers.authorization) ? 'introuvable' : 'unauthorized';
      sendRefusal(reply as unknown as FastifyReply, new Refusal(code));
    },
  });

  const judge = new BodyJudge();
  app.addHook('onClose', () => judge.close());
  parseBodies(app, judge);

  app.addHook('onRequest', async (request, reply) => {
    if (!API_PATH.test(request.url)) return;
    const path = request.url.split('?', 1)[0] ?? '';
    reply.headers(API_HEADERS);
    if (!OPEN_TO_KEYS.test(path) && !SESSION_COOKIE.test(request.headers.cookie ?? ''))
      throw new Refusal('unauthorized');
  });

  addRoutes(new Api(app, context), health);
  metricsRoutes(app, metrics);

  app.get('/', (_request, reply) => sendPlatformPage(reply, 200, PLATFORM_PAGES.home));

  app.setNotFoundHandler((request, reply) => {
    if (API_PATH.test(request.url)) throw new Refusal('unauthorized');
    return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
  });
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const momentary = momentaryRefusalFor(error);
    if (momentary) {
      request.log.warn({ reason: error.message }, 'an API request cannot be served at the moment');
      return sendRefusal(reply.header('Retry-After', RETRY_AFTER_SECONDS), momentary);
    }
    const refusal = refusalFor(error, request.method);
    if (refusal.status >= 500) request.log.error({ err: error, code: refusal.code }, 'an API request failed');
    return sendRefusal(reply, refusal);
  });
  return app;
}

/** What is not even HTTP gets an answer that is. */
function refuseGarbage(socket: Socket): void {
  const body = JSON.stringify(new Refusal('invalid_input').body);
  const head = [
    'HTTP/1.1 400 Bad Request',
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  else socket.destroy();
}

function sendRefusal(reply: FastifyReply, { status, body }: Refusal): void {
  reply.code(status).headers(API_HEADERS);
  if (leavesBodyUnread(reply.request.raw)) answerUnread(reply, JSON.stringify(body));
  else reply.send(body);
}

/** What will be served when it is asked for again in a while. */
function momentaryRefusalFor(error: Error): Refusal | null {
  if (error instanceof MomentaryRefusal) return error;
  if (isOutOfReach(error)) return databaseAway();
  return error instanceof AnalysisBusy ? analysisBusy() : null;
}

/** Whatever went wrong, told with a code of the catalogue; nothing internal leaves. */
function refusalFor(error: Error & { statusCode?: number }, method: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error.statusCode && error.statusCode < 500) return new Refusal('invalid_input');
  const code: ErrorCode = method === 'GET' || method === 'HEAD' ? 'load_failed' : 'save_failed';
  return new Refusal(code);
}
