import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers field by field
  json(): any;
}

export interface Question {
  readonly port: number;
  readonly method?: string;
  readonly path?: string;
  /** `Host` header; the platform's own by default. */
  readonly host?: string;
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON unless it is a string or bytes, which are sent as they are. */
  readonly body?: unknown;
}

/** One HTTP request on the loopback address, with whatever `Host` a visitor would send. */
export function ask({ port, method = 'GET', path = '/', host, key, headers, body }: Question): Promise<Answer> {
  const asIs = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const payload = asIs ? body : JSON.stringify(body);
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: {
      ...(host ? { host } : {}),
      ...(key ? { authorization: `Bearer ${key}` } : {}),
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...headers,
    },
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const body = bytes.toString('utf8');
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, text: body, bytes, json: () => JSON.parse(body) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

/** Sends bytes as they are on a connection of their own. @returns what comes back until the connection ends */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes, 'latin1');
  return text(socket);
}

/** A head of HTTP/1.1 without a body, after which the connection ends. */
export const rawHead = (target: string, headers: readonly string[], method = 'GET'): string =>
  [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
