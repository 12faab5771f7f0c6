import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendUnavailable } from './unavailable.ts';

/**
 * The header of a proxy before several instances: where an answer has the status 425, the proxy asks another instance, and shows the visitor
 * a 503 in the end (deploy/haproxy/haproxy.cfg).
 */
const HEADER = 'x-retry-elsewhere';
const TRY_ELSEWHERE = 425;

/** How long the other instances take to notice that the database is away and to serve pages from their memory, milliseconds. */
const PAUSE_MS = 400;

/** Answers that this instance cannot show a page without the database; another instance may have the page in its memory. */
export async function sendAway(
  request: FastifyRequest,
  reply: FastifyReply,
  trustProxy: boolean,
): Promise<FastifyReply> {
  const isAskedFor = trustProxy && request.headers[HEADER] !== undefined && /^(?:GET|HEAD)$/.test(request.method);
  if (!isAskedFor) return sendUnavailable(reply);
  await sleep(PAUSE_MS);
  return sendUnavailable(reply, TRY_ELSEWHERE);
}
