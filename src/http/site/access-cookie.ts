import type { FastifyReply, FastifyRequest } from 'fastify';
import { issuePass, isValidPass, PASS_LIFE_SECONDS } from '../../sites/access-pass.ts';
import type { ProtectedSite } from '../../sites/visibility.ts';
import { HostCookie, hostCookieNames } from '../host-cookie.ts';
import type { PublicAddress } from '../public-address.ts';

const NAME = 'vitrine_acces';
/** Every name that the cookie may have. */
export const ACCESS_COOKIES = hostCookieNames(NAME);

/** The cookie of visitors who gave the code of a protected site. */
export class AccessCookie {
  readonly #cookie: HostCookie;

  constructor(address: PublicAddress) {
    this.#cookie = new HostCookie(NAME, address);
  }

  /** Whether a request presents a pass of this site. */
  opens(request: FastifyRequest, site: ProtectedSite): boolean {
    return this.#cookie.values(request).some((pass) => isValidPass(pass, site));
  }

  write(reply: FastifyReply, site: ProtectedSite): void {
    this.#cookie.set(reply, issuePass(site), PASS_LIFE_SECONDS);
  }
}
