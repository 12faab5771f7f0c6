import type { FastifyReply, FastifyRequest } from 'fastify';
import { BROWSER_PASS_LIFE_SECONDS } from '../accounts/browser-pass.ts';
import { HostCookie, hostCookieNames } from './host-cookie.ts';
import type { PublicAddress } from './public-address.ts';

const NAME = 'vitrine_navigateur';
/** Every name that the cookie may have. */
export const BROWSER_COOKIES = hostCookieNames(NAME);
/** The character between passes; no pass has it. */
const SEPARATOR = '~';
/** How many passes of a request are checked at most. */
const READ = 20;

/** The cookie by which a browser shows to which accounts it has signed in before (docs/operations.md, Failed logins and unknown keys). */
export class BrowserCookie {
  readonly #cookie: HostCookie;

  constructor(address: PublicAddress) {
    this.#cookie = new HostCookie(NAME, address);
  }

  /** @returns passes of any account, of whatever worth */
  read(request: FastifyRequest): string[] {
    return this.#cookie
      .values(request)
      .flatMap((value) => value.split(SEPARATOR, READ))
      .slice(0, READ);
  }

  write(reply: FastifyReply, passes: readonly string[]): void {
    this.#cookie.set(reply, passes.join(SEPARATOR), BROWSER_PASS_LIFE_SECONDS);
  }
}
