import { randomBytes } from 'node:crypto';
import { fingerprintOf } from '../text/fingerprint.ts';

/** The prefix of every API key; a bearer token without it is not an API key and is ignored. */
const KEY_PREFIX = 'svc_';
const SECRET_BYTES = 32;
const STORED_CHARACTERS = 12;

/** A new key. `key` is shown once; only `fingerprint` and `prefix` are stored. */
export function generateKey(): { key: string; fingerprint: string; prefix: string } {
  const key = KEY_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
  return { key, fingerprint: fingerprintOf(key), prefix: key.slice(0, STORED_CHARACTERS) };
}

/** Whether an `Authorization` header has a bearer token, of whatever kind and worth. */
export const presentsToken = (authorization: string | undefined): boolean =>
  /^bearer\s/i.test(authorization?.trim() ?? '');

/**
 * The key that an `Authorization` header presents.
 * @returns null without the header, without the word Bearer (in any case) or without our prefix
 */
export function presentedKey(authorization: string | undefined): string | null {
  const token = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? '')?.[1];
  return token?.startsWith(KEY_PREFIX) ? token : null;
}
