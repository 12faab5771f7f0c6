import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { RETRY_AFTER_SECONDS } from '../momentary-refusal.ts';
import { endWithPlatformPage, PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { tellNoAge } from './stale.ts';

/** Answers that the page can not be shown at the moment. @param status what a proxy may want instead (elsewhere.ts) */
export function sendUnavailable(reply: FastifyReply, status = 503): FastifyReply {
  tellNoAge(reply);
  reply.header('Retry-After', RETRY_AFTER_SECONDS);
  return sendPlatformPage(reply, status, PLATFORM_PAGES.unavailable);
}

/** `sendUnavailable` for a request that no route has seen. */
export const endUnavailable = (response: ServerResponse): void =>
  endWithPlatformPage(response, 503, PLATFORM_PAGES.unavailable, { 'Retry-After': RETRY_AFTER_SECONDS });
