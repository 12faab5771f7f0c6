import { isSignedPass, type PassTerms, signedPass } from '../text/signed-pass.ts';
import { isHash } from './argon2.ts';
import type { ProvenAccount } from './proven-account.ts';

/** How long a browser is known after its last login, seconds; browsers keep a cookie for 400 days at most. */
export const BROWSER_PASS_LIFE_SECONDS = 365 * 24 * 3600;
/** How many accounts one browser is known to: those it signed in to last. */
const KEPT = 5;

/**
 * The pass by which a browser shows that it has signed in to an account. The account's password hash signs it: a new password invalidates the
 * passes of all browsers.
 * @param passes what the browser presents, of any account
 * @param now milliseconds since 1970
 * @returns undefined when it has none
 */
export const passOf = (passes: readonly string[], account: ProvenAccount, now = Date.now()): string | undefined =>
  isHash(account.digest) ? passes.find((pass) => isSignedPass(pass, termsOf(account), now)) : undefined;

/**
 * The passes of a browser that has just signed in to an account: a new one, and those of other accounts.
 * @param former the account with its hash of before, when that has just changed
 * @param now milliseconds since 1970
 */
export function passesWith(
  passes: readonly string[],
  account: ProvenAccount,
  { former = account, now = Date.now() } = {},
): string[] {
  const others = passes.filter((pass) => !isSignedPass(pass, termsOf(former), now));
  return [signedPass(termsOf(account), BROWSER_PASS_LIFE_SECONDS, now), ...others].slice(0, KEPT);
}

const termsOf = ({ id, digest }: ProvenAccount): PassTerms => ({ key: digest, subject: `navigateur ${id}` });
