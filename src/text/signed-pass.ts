import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a pass is for. */
export interface PassTerms {
  /** The secret that signs it: passes are valid as long as it stays the same. */
  readonly key: string;
  readonly subject: string;
}

const PASS = /^([1-9]\d{9,11})\.([\w-]{43})$/;

/**
 * A pass: its signed end time. Every instance can verify it, and nothing of it is stored.
 * @param now milliseconds since 1970
 */
export function signedPass(terms: PassTerms, lifeSeconds: number, now: number): string {
  const end = String(Math.floor(now / 1_000) + lifeSeconds);
  return `${end}.${signatureOf(terms, end)}`;
}

/** Whether a pass was issued on these terms, and has not ended. @param now milliseconds since 1970 */
export function isSignedPass(pass: string, terms: PassTerms, now: number): boolean {
  const [, end = '', signature = ''] = PASS.exec(pass) ?? [];
  if (Number(end) * 1_000 <= now) return false;
  return timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(terms, end)));
}

const signatureOf = ({ key, subject }: PassTerms, end: string): string =>
  createHmac('sha256', key).update(`${subject} ${end}`).digest('base64url');
