import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../accounts/authentication.ts';
import type { OwnSession } from '../../accounts/proof/proof.ts';
import type { SessionCookie } from '../session-cookie.ts';

/** A call of a route that sessions alone reach. */
interface SessionCall {
  readonly caller: Caller;
  readonly request: FastifyRequest;
}

/** The session that calls a route, for acts that are done in its transaction. */
export const ownSessionOf = (
  sessionCookie: SessionCookie,
  { caller: { accountId }, request }: SessionCall,
): OwnSession => ({ accountId, secret: String(sessionCookie.read(request)) });
