import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OwnQuestion {
  /** The header `Host` of the request. */
  readonly host: string;
  readonly path: string;
  /** How much of the body is read at most, bytes; of a longer one, the beginning. */
  readonly bytes: number;
  readonly signal: AbortSignal;
}

export interface OwnAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Addresses that mean all interfaces, each with the loopback address to connect to instead. */
const LOOPBACK: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Sends requests to the program's own port by HTTP, as visitors do. */
export class OwnEntrance {
  readonly #listening: () => Pick<AddressInfo, 'address' | 'port'> | null;

  /** @param listening where the program listens; null while it does not */
  constructor(listening: () => Pick<AddressInfo, 'address' | 'port'> | null) {
    this.#listening = listening;
  }

  /** One request on a connection of its own; a redirection is an answer like any other. @throws Error without an answer */
  async ask({ host, path, bytes, signal }: OwnQuestion): Promise<OwnAnswer> {
    const listening = this.#listening();
    if (!listening) throw new Error('the program does not listen');
    return new Promise((resolve, reject) => {
      const outgoing = request({
        agent: false,
        host: LOOPBACK.get(listening.address) ?? listening.address,
        port: listening.port,
        path,
        headers: { host, accept: 'text/html,text/css,*/*', 'accept-encoding': 'identity' },
        signal,
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = [];
        let length = 0;
        const finish = () => {
          const body = Buffer.concat(chunks).subarray(0, bytes);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body });
        };
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length < bytes) return;
          finish();
          outgoing.destroy();
        });
        incoming.on('end', finish);
        incoming.on('error', reject);
      });
      outgoing.end();
    });
  }
}
