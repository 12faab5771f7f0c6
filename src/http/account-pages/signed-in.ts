import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Login } from '../../accounts/login.ts';
import type { BrowserCookie } from '../browser-cookie.ts';
import type { PublicAddress } from '../public-address.ts';
import type { SessionCookie } from '../session-cookie.ts';

export interface AccountPagesOptions {
  readonly login: Login;
  readonly sessionCookie: SessionCookie;
  readonly browserCookie: BrowserCookie;
  readonly publicAddress: PublicAddress;
  /** Whether strangers may make an account. */
  readonly isSignUpOpen: boolean;
}

/** The account that a browser is signed in to, with the secret of its session; null where nobody is. */
export async function signedIn(
  { login, sessionCookie }: Pick<AccountPagesOptions, 'login' | 'sessionCookie'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly accountId: string; readonly secret: string } | null> {
  const secret = sessionCookie.read(request);
  const account = secret === undefined ? null : await login.accountOf(secret);
  if (!account || secret === undefined) return null;
  if (account.isExtended) sessionCookie.write(reply, secret);
  return { accountId: account.id, secret };
}
