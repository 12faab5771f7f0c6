import type { FastifyReply } from 'fastify';
import type { Led } from '../../sites/site-redirects.ts';
import { PLATFORM_PAGES, sendPlatformPage } from '../platform-page.ts';
import { REVALIDATED } from '../security.ts';

/** An address that a browser takes for one of this host, or an https address. */
const SENT = /^(?:\/(?![/\\])|https:\/\/)[\x21-\x7e]*$/;

/** Answers where a redirect stands in the place of a page. Nothing keeps the answer unasked, because a page may come to the address. */
export function sendLed(reply: FastifyReply, { vers }: Led): FastifyReply {
  if (vers === null) return sendPlatformPage(reply, 410, PLATFORM_PAGES.gone);
  // Rows are judged before they are stored: this one was written by another hand.
  if (!SENT.test(vers)) return sendPlatformPage(reply, 404, PLATFORM_PAGES.notFound);
  return reply
    .code(301)
    .headers({ Location: vers, ...REVALIDATED })
    .send();
}
