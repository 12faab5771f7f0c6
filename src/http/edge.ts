/** Checks before every route: the edge of the specification (Authentication 5 and 8). */
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';
import type { Entrance } from './entrance.ts';
import { API_HEADERS } from './security.ts';
import { hasSessionCookie } from './session-cookie.ts';

const SITE_HEADER = 'x-service-site';
const API_PATH = /^\/api(?:[/?]|$)/;

/** Requests that may pass without a session cookie; their route checks them. */
const OPEN_TO_KEYS = /^\/api\/(?:themes(?:\/importer|\/[^/]+\/(?:fichiers|export))?|sante)$/;

/** Whether an address belongs to the management API. */
export const isApiPath = (url: string): boolean => API_PATH.test(url);

/** Sets the site header from the host name, and overwrites what the client has sent in it. */
export function writeSiteHeader({ headers }: Pick<IncomingMessage, 'headers'>, named: Entrance): void {
  delete headers[SITE_HEADER];
  if (named.kind === 'site') headers[SITE_HEADER] = named.host;
}

/** Refuses requests to the API without a session cookie, but for the paths that are open to keys. */
export function guardApi(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, headers }, reply) => {
    if (!isApiPath(url)) return;
    reply.headers(API_HEADERS);
    const path = url.split('?', 1)[0] ?? '';
    if (!OPEN_TO_KEYS.test(path) && !hasSessionCookie(headers.cookie)) throw new Refusal('unauthorized');
  });
}
