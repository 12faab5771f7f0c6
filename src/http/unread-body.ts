import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** A rest of a body up to this length is read and dropped, so that the connection serves the next request, bytes. */
const DROPPED_BYTES = 64 * 1024;
/** How long the client may take to read why its body is not read, milliseconds. */
export const LINGER_MS = 1_000;

/**
 * How many bytes of body a request announces by its head.
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
 * Answers at once, reads nothing more of this connection and closes it after a moment: long bodies that are refused cost
 * nothing more.
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
