import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
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
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: () => JSON.parse(text) });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}
