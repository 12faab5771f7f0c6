import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { openAccessLog } from './access-log-file.ts';
import { onceOver } from './answer-end.ts';
import { hostHeader } from './entrance.ts';
import type { PublicAddress } from './public-address.ts';
import { requestIdOf } from './request-id.ts';

/** Lines are written in pieces of `PIECE` bytes, or after a second. Beyond `WAITING` bytes lines are lost: the disk is slow or full. */
const PIECE = 4 * 1024;
const WAITING = 16 * 1024 * 1024;
const WITHIN_MS = 1_000;
const STANDARD_OUTPUT = 1;
/** Longest host and path of a line, UTF-16 code units. */
const TEXT_UNITS = 2_048;

interface AccessLogOptions {
  readonly publicAddress: PublicAddress;
  readonly trustProxy: boolean;
  readonly log: { warn(details: object, message: string): void };
}

/** Writes a line of JSON for each request that was answered. */
export class AccessLog {
  readonly #out: ReturnType<typeof pino.destination>;
  readonly #options: AccessLogOptions;

  private constructor(out: ReturnType<typeof pino.destination>, options: AccessLogOptions) {
    this.#out = out;
    this.#options = options;
    let isFailing = false;
    out.on('error', (error: Error) => {
      if (!isFailing) options.log.warn({ reason: error.message }, 'the access log cannot be written');
      isFailing = true;
    });
  }

  /** @param target path of a file that is written to its end; true for the standard output @throws StartupError */
  static open(target: string | true, options: AccessLogOptions): AccessLog {
    const dest = target === true ? STANDARD_OUTPUT : openAccessLog(target);
    const out = pino.destination({ dest, sync: false, minLength: PIECE, maxLength: WAITING, periodicFlush: WITHIN_MS });
    return new AccessLog(out, options);
  }

  /** Writes the line of a request once its answer is over. */
  follow(request: IncomingMessage, response: ServerResponse): void {
    const { publicAddress, trustProxy } = this.#options;
    const began = performance.now();
    const { socket } = request;
    const before = socket.bytesWritten;
    // A connection that has ended has no address.
    const address = publicAddress.clientIp(request);
    onceOver(response, () => {
      const line = {
        time: new Date().toISOString(),
        id: requestIdOf(request),
        address,
        host: hostHeader(request, trustProxy).slice(0, TEXT_UNITS),
        method: request.method,
        // The path without what follows the `?`.
        path: (request.url ?? '').split('?', 1)[0]?.slice(0, TEXT_UNITS),
        // A client that left before the answer began got no status.
        status: response.headersSent ? response.statusCode : null,
        bytes: socket.bytesWritten - before,
        ms: Math.round(10 * (performance.now() - began)) / 10,
      };
      this.#out.write(`${JSON.stringify(line)}\n`);
    });
  }

  async close(): Promise<void> {
    const isOver = once(this.#out, 'close').catch(() => undefined);
    this.#out.end();
    await Promise.race([isOver, sleep(WITHIN_MS, undefined, { ref: false })]);
  }
}
