import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { endUnavailable } from '../unavailable.ts';

const PSEUDONYM = 'vitrine-ancien-moteur';

/** The `Via` entry of requests that go to the older engine (RFC 9110, 7.6.3). */
export const VIA = `1.1 ${PSEUDONYM}`;

/** Refuses requests that the address of the older engine has sent back here, because they would loop endlessly. */
export class LoopGuard {
  readonly #log: FastifyBaseLogger;
  #told = false;

  constructor(log: FastifyBaseLogger) {
    this.#log = log;
  }

  /** @returns whether the request has been answered here */
  refuse({ headers }: IncomingMessage, response: ServerResponse): boolean {
    if (!headers.via?.includes(PSEUDONYM)) return false;
    if (!this.#told) this.#log.error('LEGACY_ENGINE_URL leads back to this program');
    this.#told = true;
    endUnavailable(response);
    return true;
  }
}
