import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LegacyRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Read in whole only by `echo`. */
  body: string;
}

/** The older engine of a test: a server that answers as a test wants. */
export interface LegacyServer {
  readonly url: string;
  /** What was asked for, in its order. */
  readonly asked: LegacyRequest[];
  respond(listener: RequestListener): void;
  /** As a server that is stopped. */
  close(): Promise<void>;
}

export async function startLegacyServer(port = 0): Promise<LegacyServer> {
  const asked: LegacyRequest[] = [];
  let respond: RequestListener = (_request, response) => response.end('ancien');
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const known: LegacyRequest = { method, url, headers, body: '' };
    asked.push(known);
    request.on('error', () => undefined);
    request.on('data', (chunk) => {
      known.body += chunk;
    });
    respond(request, response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    respond: (listener) => {
      respond = listener;
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
