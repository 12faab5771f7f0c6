/** Checks before every route (docs/decisions/edge-guard.md). */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { presentsToken } from '../accounts/api-key.ts';
import { forSessionsOnly, Refusal } from '../errors.ts';
import type { Entrance } from './entrance.ts';
import { API_HEADERS } from './security.ts';
import { hasSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the edge lets requests without a session cookie through to this route. */
    isOpenAtEdge?: boolean;
  }
}

const SITE_HEADER = 'x-service-site';

/** The path beneath which all routes of the management API are, and nothing else. */
export const API_PREFIX = '/api';

/** Paths that a request without a session cookie may reach: their routes check its key. */
export const OPEN_TO_KEYS: ReadonlySet<string> = new Set([
  '/api/themes',
  '/api/themes/{themeId}/fichiers',
  '/api/themes/{themeId}/export',
  '/api/themes/importer',
]);

/** `/api`, with each letter as it is or percent-encoded. */
const API_PATH = /^\/(?:a|%61)(?:p|%70)(?:i|%69)(?:[/?#]|$)/;

/** Whether an address that the router cannot decode is one of the management API. The router decides every other address. */
export const isApiPath = (url: string): boolean => API_PATH.test(url);

/** Sets the site header from the host name, and overwrites what the client has sent in it. */
export function writeSiteHeader({ headers }: Pick<IncomingMessage, 'headers'>, named: Entrance): void {
  delete headers[SITE_HEADER];
  if (named.kind === 'site') headers[SITE_HEADER] = named.host;
}

/**
 * Refuses requests without a session cookie on all routes that are not open to them, and adds the API's headers to every answer.
 * @param api the scope of all routes beneath `/api`, its 404 included
 */
export function guardApi(api: FastifyInstance): void {
  api.addHook('onRequest', async ({ routeOptions, headers }, reply) => {
    reply.headers(API_HEADERS);
    if (routeOptions.config.isOpenAtEdge || hasSessionCookie(headers.cookie)) return;
    throw presentsToken(headers.authorization) ? forSessionsOnly() : new Refusal('unauthorized');
  });
}
