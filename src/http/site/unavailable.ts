import type { FastifyReply } from 'fastify';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { tellNoAge } from './stale.ts';

/** How long a visitor is asked to wait for a page that could not be shown. */
export const RETRY_AFTER_SECONDS = '5';

/** Answers that the page can not be shown at the moment. */
export function sendUnavailable(reply: FastifyReply): FastifyReply {
  tellNoAge(reply);
  reply.header('Retry-After', RETRY_AFTER_SECONDS);
  return sendPlatformPage(reply, 503, PLATFORM_PAGES.unavailable);
}
