/** Answers to requests that no route sees: those without one clear host, and bytes that are no HTTP request. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../errors.ts';
import { endWithPlatformPage, PLATFORM_PAGES, platformPage } from './platform-page.ts';
import { newId, REQUEST_ID, requestIdOf } from './request-id.ts';
import { API_HEADERS } from './security.ts';
import { LINGER_MS } from './unread-body.ts';

/** Node's error code for headers of more than 16 KB. */
const HEAD_TOO_LONG = 'HPE_HEADER_OVERFLOW';

/** Answers 400 to a request that does not name exactly one host, and reads nothing more of its connection. */
export const endUnreadable = (response: ServerResponse): void =>
  endWithPlatformPage(response, 400, PLATFORM_PAGES.unreadable, { Connection: 'close' });

const NOWHERE = 'Rien ne répond à cette adresse.\n';

/** Answers 404 at a host of nobody; the answer shows nothing of the platform. */
export function endNowhere(response: ServerResponse): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(NOWHERE) };
  response.writeHead(404, { ...API_HEADERS, ...headers, [REQUEST_ID]: requestIdOf(response.req) }).end(NOWHERE);
}

/** Sockets that were answered already; Node may report further errors of the same socket. */
const answered = new WeakSet<Socket>();

/**
 * Answers bytes that Node cannot read as a request, and closes the connection after a moment: at once, a client that still sends would lose
 * the answer.
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
