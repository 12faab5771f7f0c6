import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { RETRY_AFTER_SECONDS } from '../momentary-refusal.ts';
import { PLATFORM_PAGES, platformPage, sendPlatformPage } from '../platform-page.ts';
import { tellNoAge } from './stale.ts';

/** Answers that the page can not be shown at the moment. */
export function sendUnavailable(reply: FastifyReply): FastifyReply {
  tellNoAge(reply);
  reply.header('Retry-After', RETRY_AFTER_SECONDS);
  return sendPlatformPage(reply, 503, PLATFORM_PAGES.unavailable);
}

/** The same, of a request that no route has seen. */
export function endUnavailable(response: ServerResponse): void {
  const { headers, body } = platformPage(PLATFORM_PAGES.unavailable);
  response.writeHead(503, { ...headers, 'Content-Length': body.length, 'Retry-After': RETRY_AFTER_SECONDS }).end(body);
}
