/** Answers to requests that name no site for sure, or that are none: no route sees them. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../errors.ts';
import { endWithPlatformPage, PLATFORM_PAGES, platformPage } from './platform-page.ts';
import { newId, REQUEST_ID, requestIdOf } from './request-id.ts';
import { API_HEADERS } from './security.ts';
import { LINGER_MS } from './unread-body.ts';

/** What Node says of a head that is longer than it reads, 16 KB. */
const HEAD_TOO_LONG = 'HPE_HEADER_OVERFLOW';

/** Answers 400 to a request that does not name one host. What follows on its connection is not read. */
export const endUnreadable = (response: ServerResponse): void =>
  endWithPlatformPage(response, 400, PLATFORM_PAGES.unreadable, { Connection: 'close' });

const NOWHERE = 'Rien ne répond à cette adresse.\n';

/** Answers 404 to a request for a host that is none of this service, with nothing of the platform. */
export function endNowhere(response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(NOWHERE) };
  response.writeHead(404, { ...API_HEADERS, ...headers, [REQUEST_ID]: requestIdOf(response.req) }).end(NOWHERE);
}

/** Sockets that have their answer; more of what they send may be refused, too. */
const answered = new WeakSet<Socket>();

/**
 * Answers what Node cannot read as a request, and closes the connection after a moment: at once, a client that is still sending would lose the
 * answer.
 */
export function answerUnreadable({ code }: Error & { code?: string }, socket: Socket): void {
  if (answered.has(socket)) return;
  if (!socket.writable) return void socket.destroy();
  answered.add(socket);
  socket.end(code === HEAD_TOO_LONG ? headTooLong() : notHttp());
  const end = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(end));
}

function headTooLong(): string {
  const { headers, body } = platformPage(PLATFORM_PAGES.headersTooLong, undefined, newId());
  return answer('431 Request Header Fields Too Large', headers, body);
}

function notHttp(): string {
  const body = JSON.stringify(new Refusal('invalid_input').body);
  return answer('400 Bad Request', { 'Content-Type': 'application/json; charset=utf-8', [REQUEST_ID]: newId() }, body);
}

function answer(status: string, headers: Readonly<Record<string, string>>, body: string): string {
  const all = { Connection: 'close', ...headers, 'Content-Length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${[status, ...lines].join('\r\n')}\r\n\r\n${body}`;
}
