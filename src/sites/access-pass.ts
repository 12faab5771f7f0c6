import { isSignedPass, type PassTerms, signedPass } from '../text/signed-pass.ts';
import type { ProtectedSite } from './visibility.ts';

/** How long a visitor who gave the code is not asked again, seconds. */
export const PASS_LIFE_SECONDS = 7 * 24 * 3600;

/**
 * A pass for a visitor who knows the code of a site. Setting a code, even the same one again, invalidates all passes that were issued before.
 * @param now milliseconds since 1970
 */
export const issuePass = (site: ProtectedSite, now = Date.now()): string =>
  signedPass(termsOf(site), PASS_LIFE_SECONDS, now);

/** Whether a pass was issued for this site, with the present code, and has not ended. @param now milliseconds since 1970 */
export const isValidPass = (pass: string, site: ProtectedSite, now = Date.now()): boolean =>
  isSignedPass(pass, termsOf(site), now);

const termsOf = ({ site_id, cle_acces }: ProtectedSite): PassTerms => ({ key: cle_acces, subject: site_id });
