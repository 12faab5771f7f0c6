/** Checks before every route (docs/decisions/edge-guard.md). */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { presentsToken } from '../accounts/api-key.ts';
import { forSessionsOnly, Refusal } from '../errors.ts';
import type { Callers } from './callers.ts';
import type { Entrance } from './entrance.ts';
import { API_HEADERS } from './security.ts';

/** Whom a route of the API is open to: everybody; sessions, and keys alone; sessions, and keys beside one; sessions alone. */
export type Opening = 'everybody' | 'keys' | 'keys-beside-session' | 'sessions';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** None where no route is. */
    opening?: Opening;
    /** Whether sessions may still lack the second factor that is required of their account. */
    beforeFactor?: boolean;
  }
}

const SITE_HEADER = 'x-service-site';

/** The path beneath which all routes of the management API are, and nothing else. */
export const API_PREFIX = '/api';

/** Paths that a request without a live session may reach: their routes check its key. */
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
 * Refuses requests without a live session on all routes that are not open to them, and adds the API's headers to every answer.
 * @param api the scope of all routes beneath `/api`, its 404 included
 */
export function guardApi(api: FastifyInstance, callers: Callers): void {
  api.addHook('onRequest', async (request, reply) => {
    reply.headers(API_HEADERS);
    const { opening } = request.routeOptions.config;
    if (opening === 'everybody' || opening === 'keys' || (await callers.session(request, reply))) return;
    throw presentsToken(request.headers.authorization) ? forSessionsOnly() : new Refusal('unauthorized');
  });
}
