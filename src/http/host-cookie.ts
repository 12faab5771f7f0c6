import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import { cookieValues } from './cookies.ts';
import type { PublicAddress } from './public-address.ts';

/** Behind https browsers take a cookie with this prefix from this very host only. */
const HOST_PREFIX = '__Host-';

/** Both names that a `HostCookie` may have. */
export const hostCookieNames = (name: string) => [name, HOST_PREFIX + name] as const;

/** A cookie that no script reads and that goes to the host which set it; behind https no other host can set it either. */
export class HostCookie {
  readonly #names: ReturnType<typeof hostCookieNames>;
  readonly #address: PublicAddress;

  /** @param name without prefix */
  constructor(name: string, address: PublicAddress) {
    this.#names = hostCookieNames(name);
    this.#address = address;
  }

  /** The values that a request has, in their order. Without the prefix, sibling hosts can add cookies of the same name. */
  values(request: Pick<IncomingMessage, 'headers'>): string[] {
    return cookieValues(request.headers.cookie, this.#nameFor(request));
  }

  /** @param value has only characters that a cookie needs not escape @param maxAgeSeconds 0 to end it */
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void {
    const { request } = reply;
    const secure = this.#address.isHttps(request.raw) ? '; Secure' : '';
    reply.header(
      'Set-Cookie',
      `${this.#nameFor(request.raw)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  }

  #nameFor(request: Pick<IncomingMessage, 'headers'>): string {
    return this.#names[this.#address.isHttps(request) ? 1 : 0];
  }
}
