import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { SESSION_TERM } from '../accounts/sessions.ts';
import { HostCookie, hostCookieNames } from './host-cookie.ts';
import type { PublicAddress } from './public-address.ts';

const NAME = 'vitrine_session';
/** Every name that the cookie may have. */
export const SESSION_COOKIES = hostCookieNames(NAME);

/** The cookie that holds the secret of a browser session (docs/decisions/sessions.md). */
export class SessionCookie {
  readonly #cookie: HostCookie;

  constructor(address: PublicAddress) {
    this.#cookie = new HostCookie(NAME, address);
  }

  /** @returns the secret that the request presents; undefined without a cookie */
  read(request: Pick<IncomingMessage, 'headers'>): string | undefined {
    return this.#cookie.values(request)[0];
  }

  write(reply: FastifyReply, secret: string): void {
    this.#cookie.set(reply, secret, SESSION_TERM.lifeSeconds);
  }

  clear(reply: FastifyReply): void {
    this.#cookie.set(reply, '', 0);
  }
}
