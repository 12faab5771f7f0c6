import type { FastifyReply, FastifyRequest } from 'fastify';
import { issuePass, isValidPass, PASS_LIFE_SECONDS } from '../../sites/access-pass.ts';
import type { ProtectedSite } from '../../sites/visibility.ts';
import { cookieValues } from '../cookies.ts';
import type { PublicAddress } from '../public-address.ts';

const NAME = 'vitrine_acces';
/** Behind https, under a prefix with which browsers take it from this very host only. */
const HOST_NAME = `__Host-${NAME}`;
/** Every name that the cookie may have. */
export const ACCESS_COOKIES = [NAME, HOST_NAME] as const;

/** The cookie of visitors who gave the code of a protected site. */
export class AccessCookie {
  readonly #address: PublicAddress;

  constructor(address: PublicAddress) {
    this.#address = address;
  }

  /** Whether a request presents a pass of this site. Without the prefix, hosts beside it can add cookies of the same name. */
  opens(request: FastifyRequest, site: ProtectedSite): boolean {
    return cookieValues(request.headers.cookie, this.#name(request)).some((pass) => isValidPass(pass, site));
  }

  write(reply: FastifyReply, site: ProtectedSite): void {
    const secure = this.#address.isHttps(reply.request.raw) ? '; Secure' : '';
    reply.header(
      'Set-Cookie',
      `${this.#name(reply.request)}=${issuePass(site)}; Path=/; Max-Age=${PASS_LIFE_SECONDS}; HttpOnly; SameSite=Lax${secure}`,
    );
  }

  #name(request: FastifyRequest): string {
    return this.#address.isHttps(request.raw) ? HOST_NAME : NAME;
  }
}
