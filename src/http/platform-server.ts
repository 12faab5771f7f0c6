import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerFactory,
} from 'fastify';
import type { Login } from '../accounts/login.ts';
import { type ErrorCode, Refusal, unknownRoute } from '../errors.ts';
import type { Health } from '../health/health.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { accountPages } from './account-pages/account-pages.ts';
import { Api, type ApiContext } from './api/api.ts';
import { apiRoutes } from './api/api-routes.ts';
import { SHORT_BODY_BYTES } from './api/bodies/limits.ts';
import { parseBodies } from './api/bodies/parser.ts';
import { BodyValidator } from './api/bodies/validator.ts';
import { CATALOGUE_PATH, type CatalogueOptions, catalogueRoutes } from './catalogue/catalogue-routes.ts';
import { docsRoutes } from './docs-routes.ts';
import { API_PREFIX, guardApi, isApiPath } from './edge.ts';
import { loginRoutes } from './login-routes.ts';
import type { MediaAnswers } from './media-answers.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { momentaryRefusalFor, RETRY_AFTER_SECONDS } from './momentary-refusal.ts';
import { observeRequests, type RequestObservers } from './observe-requests.ts';
import { PLATFORM_PAGES, sendPlatformPage } from './platform-page.ts';
import { REQUEST_ID } from './request-id.ts';
import { API_HEADERS } from './security.ts';
import type { ServedHosts } from './served-hosts.ts';
import { COMMON_OPTIONS } from './server-options.ts';
import { studioRoutes } from './studio/studio-routes.ts';
import { answerUnread, leavesBodyUnread } from './unread-body.ts';
import { answerUnreadable } from './unreadable-request.ts';
import { welcomeRoutes } from './welcome-routes.ts';

interface PlatformServerOptions extends ApiContext {
  readonly health: Health;
  readonly servedHosts: ServedHosts;
  readonly metrics: Metrics;
  readonly observers: RequestObservers;
  readonly login: Login;
  readonly log: FastifyBaseLogger;
  readonly serverFactory: FastifyServerFactory;
  readonly catalogue: CatalogueOptions;
  readonly medias: MediaAnswers;
  /** Address of a public storefront elsewhere. */
  readonly storeUrl: string | undefined;
}

/** A longer part of an address is refused before a route judges it, UTF-16 code units. */
const PARAMETER_UNITS = 16_384;

/** The platform's own host: the management API and its pages. */
export function buildPlatformServer({
  health,
  servedHosts,
  metrics,
  observers,
  login,
  log,
  serverFactory,
  catalogue,
  medias,
  storeUrl,
  ...context
}: PlatformServerOptions): FastifyInstance {
  const app = Fastify({
    ...COMMON_OPTIONS,
    loggerInstance: log,
    bodyLimit: SHORT_BODY_BYTES,
    serverFactory,
    clientErrorHandler: answerUnreadable,
    routerOptions: { maxParamLength: PARAMETER_UNITS },
    // An address that cannot be decoded does not exist.
    frameworkErrors: (_error, { url }, frameworkReply) => {
      const reply = frameworkReply as unknown as FastifyReply;
      if (!isApiPath(url)) return void sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
      context.callers.key(reply.request).then(
        () => sendRefusal(reply, new Refusal('introuvable')),
        (error) => sendError(error, reply),
      );
    },
  });

  observeRequests(app, 'platform', observers);
  const validator = new BodyValidator();
  app.addHook('onClose', () => validator.close());
  parseBodies(app, validator);

  const api = new Api({ login, ...context });
  apiRoutes(api, { health, servedHosts });
  app.register(
    async (scope) => {
      guardApi(scope, context.callers);
      api.serve(scope);
      scope.setNotFoundHandler(() => {
        throw unknownRoute();
      });
    },
    { prefix: API_PREFIX },
  );
  docsRoutes(app, api);
  metricsRoutes(app, { metrics });
  loginRoutes(app, { login, ...context });
  accountPages(app, { login, ...context });

  catalogueRoutes(app, catalogue);
  studioRoutes(app, { ...context, ...catalogue, login, medias });
  welcomeRoutes(app, { ...context, ...catalogue, store: storeUrl ?? CATALOGUE_PATH });

  app.setNotFoundHandler((_request, reply) => sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound));
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) => sendError(error, reply));
  return app;
}

function sendError(error: Error & { statusCode?: number }, reply: FastifyReply): void {
  const { log, method } = reply.request;
  const momentary = momentaryRefusalFor(error);
  const refusal = momentary ?? refusalFor(error, method);
  if (momentary) {
    log.warn({ reason: error.message }, 'an API request cannot be served at the moment');
    reply.header('Retry-After', RETRY_AFTER_SECONDS);
  } else if (refusal.status >= 500 || refusal.cause) {
    log.error({ err: error, code: refusal.code }, 'an API request failed');
  }
  sendRefusal(reply, refusal);
}

function sendRefusal(reply: FastifyReply, { status, body }: Refusal): void {
  // No hook runs for an address that cannot be decoded.
  reply.code(status).headers(API_HEADERS).header(REQUEST_ID, reply.request.id);
  if (leavesBodyUnread(reply.request.raw)) answerUnread(reply, JSON.stringify(body));
  else reply.send(body);
}

/** The refusal for any error, with a code of the catalogue and nothing internal. */
function refusalFor(error: Error & { statusCode?: number }, method: string): Refusal {
  if (error instanceof Refusal) return error;
  if (error.statusCode && error.statusCode < 500) return new Refusal('invalid_input');
  const code: ErrorCode = method === 'GET' || method === 'HEAD' ? 'load_failed' : 'save_failed';
  return new Refusal(code);
}
