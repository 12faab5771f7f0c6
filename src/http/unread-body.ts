import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Up to this length the rest of a body is read and dropped, and the connection is kept for the next request, bytes. */
const DROPPED_BYTES = 64 * 1024;
/** How long a client may take to read the refusal of its body before the connection closes, milliseconds. */
export const LINGER_MS = 1_000;

/**
 * How many bytes of body the headers of a request announce.
 * @param untold the length to assume when the head announces none
 */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>, untold: number): number {
  if (headers['transfer-encoding'] !== undefined) return untold;
  return Number(headers['content-length'] ?? 0);
}

/** Whether a long body would remain unread if the request were answered now: nothing reads it, or its reader has paused. */
export function leavesBodyUnread(request: IncomingMessage): boolean {
  if (request.complete || request.readableFlowing) return false;
  return announcedBytes(request, Number.POSITIVE_INFINITY) > DROPPED_BYTES;
}

/**
 * Answers at once, reads nothing more of this connection and closes it after a moment: a long body that is refused costs
 * no further work.
 */
export function answerUnread(reply: FastifyReply, body: string): void {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  // Ending the response would make Node read the rest of the request.
  raw.write(body);
  const end = setTimeout(() => raw.destroy(), LINGER_MS);
  raw.once('close', () => clearTimeout(end));
}
