import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentedKey, presentsToken } from '../accounts/api-key.ts';
import type { Authentication, Caller, SessionCaller } from '../accounts/authentication.ts';
import { forSessionsOnly, Refusal } from '../errors.ts';
import type { PublicAddress } from './public-address.ts';
import { noteRefused } from './refused-credentials.ts';
import type { SessionCookie } from './session-cookie.ts';

interface CallersOptions {
  readonly authentication: Authentication;
  readonly sessionCookie: SessionCookie;
  readonly publicAddress: PublicAddress;
}

const WRITES: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Whether a method changes something. */
export const isWrite = (method: string): boolean => WRITES.has(method);

/** Judges the credentials of requests by what they are worth, for the API and for pages: nothing else does (docs/decisions/edge-guard.md). */
export class Callers {
  readonly #options: CallersOptions;
  readonly #found = new WeakMap<IncomingMessage, Promise<SessionCaller | null>>();

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /**
   * The live session of a request; null where there is none, whatever its cookie holds. It is looked up once for each request.
   * @throws Refusal `indisponible` for a cookie that this installation cannot look up
   */
  session(request: FastifyRequest, reply: FastifyReply): Promise<SessionCaller | null> {
    const found = this.#found.get(request.raw) ?? this.#find(request, reply);
    this.#found.set(request.raw, found);
    return found;
  }

  /** Who is signed in, for a page: nobody where this installation has no sessions. */
  async signedIn(request: FastifyRequest, reply: FastifyReply): Promise<SessionCaller | null> {
    return this.#options.authentication.hasSessions ? this.session(request, reply) : null;
  }

  /** Whether a session may do nothing before its account gets the second factor that is required of it. */
  lacksFactor(session: SessionCaller): Promise<boolean> {
    return this.#options.authentication.lacksFactor(session);
  }

  /** @throws Refusal `second_facteur_exige` */
  async assertFactor(session: SessionCaller): Promise<void> {
    if (await this.lacksFactor(session)) throw new Refusal('second_facteur_exige');
  }

  /**
   * Who calls a route of the API. A request with a key is the key's; where the key alone does not open the route, the session beside it has to be
   * one that may act.
   * @throws Refusal `unauthorized`, `trop_de_tentatives`, `origine_refusee`, `second_facteur_exige`, `indisponible`
   */
  async caller(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const { opening, beforeFactor } = request.routeOptions.config;
    const key = presentedKey(request.headers.authorization);
    if (key !== null && opening === 'sessions') throw forSessionsOnly();
    const session = key !== null && opening === 'keys' ? null : await this.session(request, reply);
    // Browsers send cookies by themselves (CSRF): a write with a session must come from one of the platform's own pages.
    if (session && key === null && isWrite(request.method)) {
      this.#options.publicAddress.assertSameOrigin(request.raw, 'refused');
    }
    if (session && !beforeFactor) await this.assertFactor(session);
    return session && key === null ? session : this.key(request);
  }

  /** The key that a request presents. @throws Refusal `unauthorized`, `trop_de_tentatives`, `indisponible` */
  async key(request: FastifyRequest): Promise<Caller> {
    const { authorization } = request.headers;
    const { authentication, publicAddress } = this.#options;
    return authentication.key(presentedKey(authorization)).catch((error) => {
      if (presentsToken(authorization)) noteRefused('key', error, request, publicAddress);
      throw error;
    });
  }

  async #find(request: FastifyRequest, reply: FastifyReply): Promise<SessionCaller | null> {
    const { authentication, sessionCookie } = this.#options;
    const secret = sessionCookie.read(request);
    const session = secret === undefined ? null : await authentication.session(secret);
    if (session?.isExtended) sessionCookie.write(reply, session.secret);
    return session;
  }
}
