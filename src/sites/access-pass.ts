import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ProtectedSite } from './visibility.ts';

/** How long a visitor who gave the code is not asked again, seconds. */
export const PASS_LIFE_SECONDS = 7 * 24 * 3600;

const PASS = /^([1-9]\d{9,11})\.([\w-]{43})$/;

/**
 * A pass for a visitor who knows the code of a site: its signed end time. Every instance can verify it, nothing of it is stored, and
 * setting a code, even the same one again, invalidates all passes that were issued before.
 * @param now milliseconds since 1970
 */
export function issuePass(site: ProtectedSite, now = Date.now()): string {
  const end = String(Math.floor(now / 1_000) + PASS_LIFE_SECONDS);
  return `${end}.${signatureOf(site, end)}`;
}

/** Whether a pass was issued for this site, with the present code, and has not ended. @param now milliseconds since 1970 */
export function isValidPass(pass: string, site: ProtectedSite, now = Date.now()): boolean {
  const [, end = '', signature = ''] = PASS.exec(pass) ?? [];
  if (Number(end) * 1_000 <= now) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(site, end)));
}

const signatureOf = ({ site_id, cle_acces }: ProtectedSite, end: string): string =>
  createHmac('sha256', cle_acces).update(`${site_id} ${end}`).digest('base64url');
