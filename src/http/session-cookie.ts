import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_TERM } from '../accounts/sessions.ts';
import { cookieValues } from './cookies.ts';
import type { PublicAddress } from './public-address.ts';

const NAME = 'vitrine_session';
/** Behind https, under a prefix with which browsers take it from this very host only. */
const HOST_NAME = `__Host-${NAME}`;
/** Every name that the cookie may have. */
export const SESSION_COOKIES = [NAME, HOST_NAME] as const;
const EITHER = /(?:^|;\s*)(?:__Host-)?vitrine_session=/;

/** Whether a `Cookie` header has a session cookie, of whatever worth. */
export const hasSessionCookie = (cookie: string | undefined): boolean => EITHER.test(cookie ?? '');

/** The cookie that holds the secret of a browser session (decisions, Accounts, sessions, keys). */
export class SessionCookie {
  readonly #address: PublicAddress;

  constructor(address: PublicAddress) {
    this.#address = address;
  }

  /** @returns the secret that the request presents; undefined without a cookie */
  read(request: FastifyRequest): string | undefined {
    return cookieValues(request.headers.cookie, this.#name(request))[0];
  }

  write(reply: FastifyReply, secret: string): void {
    this.#set(reply, secret, SESSION_TERM.lifeSeconds);
  }

  clear(reply: FastifyReply): void {
    this.#set(reply, '', 0);
  }

  #set(reply: FastifyReply, value: string, maxAgeSeconds: number): void {
    const secure = this.#address.isHttps(reply.request.raw) ? '; Secure' : '';
    reply.header(
      'Set-Cookie',
      `${this.#name(reply.request)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`,
    );
  }

  #name(request: FastifyRequest): string {
    return this.#address.isHttps(request.raw) ? HOST_NAME : NAME;
  }
}
