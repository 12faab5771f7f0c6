import type { FastifyReply } from 'fastify';
import { RETRY_AFTER_SECONDS } from '../momentary-refusal.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { tellNoAge } from './stale.ts';

/** Answers that the page can not be shown at the moment. */
export function sendUnavailable(reply: FastifyReply): FastifyReply {
  tellNoAge(reply);
  reply.header('Retry-After', RETRY_AFTER_SECONDS);
  return sendPlatformPage(reply, 503, PLATFORM_PAGES.unavailable);
}
