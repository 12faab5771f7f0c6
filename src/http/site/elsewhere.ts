import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendUnavailable } from './unavailable.ts';

/**
 * Set by a proxy before several instances that sends a request again, to another instance, where this status comes back, and that shows a
 * visitor 503 in its place (deploy/haproxy/haproxy.cfg).
 */
const HEADER = 'x-retry-elsewhere';
const TRY_ELSEWHERE = 425;

/** Until the other instances have noticed, too, that the database is away, and serve what they have in their memory; milliseconds. */
const PAUSE_MS = 400;

/** Answers that a page cannot be shown without the database here: another instance may have it in its memory. */
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
