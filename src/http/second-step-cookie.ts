import type { FastifyReply, FastifyRequest } from 'fastify';
import { SECOND_STEP_SECONDS } from '../accounts/second-factor/second-step.ts';
import { HostCookie, hostCookieNames } from './host-cookie.ts';
import type { PublicAddress } from './public-address.ts';

const NAME = 'vitrine_connexion';
/** Every name that the cookie may have. */
export const SECOND_STEP_COOKIES = hostCookieNames(NAME);

/** The cookie of a sign-in that waits for its second factor: it opens nothing by itself. */
export class SecondStepCookie {
  readonly #cookie: HostCookie;

  constructor(address: PublicAddress) {
    this.#cookie = new HostCookie(NAME, address);
  }

  /** @returns the secret that the request presents; undefined without a cookie */
  read(request: FastifyRequest): string | undefined {
    return this.#cookie.values(request)[0];
  }

  write(reply: FastifyReply, secret: string): void {
    this.#cookie.set(reply, secret, SECOND_STEP_SECONDS);
  }

  clear(reply: FastifyReply): void {
    this.#cookie.set(reply, '', 0);
  }
}
