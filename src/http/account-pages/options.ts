import type { Login } from '../../accounts/login.ts';
import type { BrowserCookie } from '../browser-cookie.ts';
import type { Callers } from '../callers.ts';
import type { PublicAddress } from '../public-address.ts';
import type { SessionCookie } from '../session-cookie.ts';

/** What the pages of accounts work with. */
export interface AccountPagesOptions {
  readonly login: Login;
  readonly callers: Callers;
  readonly sessionCookie: SessionCookie;
  readonly browserCookie: BrowserCookie;
  readonly publicAddress: PublicAddress;
  /** Whether strangers may make an account. */
  readonly isSignUpOpen: boolean;
}
