import type { FastifyReply, FastifyRequest } from 'fastify';

/** Characters that no header has. */
const UNSENDABLE = /[^\x21-\x7e]/g;

/**
 * Leads a request for a former address of a site on to the same path and query at its present one, whatever the site would answer there. Nothing
 * keeps the answer unasked, because the site may take its former address again.
 * @param origin of the present address
 */
export function leadOn(request: FastifyRequest, reply: FastifyReply, origin: string): FastifyReply {
  const path = request.url.startsWith('/') ? request.url.replace(UNSENDABLE, encodeURIComponent) : '/';
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return reply
    .code(isRead ? 301 : 308)
    .headers({ Location: origin + path, 'Cache-Control': 'no-cache' })
    .send();
}
