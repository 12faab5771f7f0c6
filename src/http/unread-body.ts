import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** A rest of a body up to this length is read and dropped, so that the connection serves the next request, bytes. */
const DROPPED_BYTES = 64 * 1024;
/** How long the client may take to read why its body is not read, milliseconds. */
const LINGER_MS = 1_000;

/**
 * How many bytes of body a request announces by its head.
 * @param untold what a body counts that does not say its length
 */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>, untold: number): number {
  if (headers['transfer-encoding'] !== undefined) return untold;
  return Number(headers['content-length'] ?? 0);
}

/** Whether an answer now would leave a long body to be read for nothing: nobody has begun to read it, or whoever did has paused. */
export function leavesBodyUnread(request: IncomingMessage): boolean {
  if (request.complete || request.readableFlowing) return false;
  return announcedBytes(request, Number.POSITIVE_INFINITY) > DROPPED_BYTES;
}

/**
 * Answers at once and reads nothing more of this connection, which ends after a moment: whoever sends long bodies that are
 * refused takes no time from anybody.
 */
export function answerUnread(reply: FastifyReply, body: string): void {
  const { raw } = reply.hijack();
  raw.writeHead(reply.statusCode, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  // The end of the response would make Node read the request to its own.
  raw.write(body);
  const end = setTimeout(() => raw.destroy(), LINGER_MS);
  raw.once('close', () => clearTimeout(end));
}
