/** Codes that a person types: those of an application, which change every thirty seconds, and those that are kept on paper. */
import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { fingerprintOf } from '../../text/fingerprint.ts';

/** What every application takes without a setting (RFC 6238). */
const TERMS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Clocks of telephones may be so many steps away. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Codes on paper: as many as an account has at most. */
const RECOVERY_CODES = 10;
/** Letters and digits that nobody takes for each other. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'.split('');
/** Four groups of four, about 79 bits: nobody guesses one, also not from its fingerprint. */
const GROUPS = 4;
const GROUP_LETTERS = 4;

/** A fresh secret of an application. */
export const freshSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes;

/** A secret as a person types it into an application: base32, in groups of four. */
export const secretText = (secret: Uint8Array): string =>
  secretOf(secret)
    .base32.replace(/.{4}(?=.)/g, '$& ')
    .trim();

/** The address that applications read from a picture. @param issuer name of the installation @param label the account's address */
export const secretAddress = (secret: Uint8Array, { issuer, label }: { issuer: string; label: string }): string =>
  new TOTP({ ...TERMS, issuer, label, secret: secretOf(secret) }).toString();

/**
 * The step of time whose code somebody has typed.
 * @param now seconds since 1970
 * @returns null for a code of no step near now
 */
export function stepOf(secret: Uint8Array, code: string, now: number): number | null {
  const totp = new TOTP({ ...TERMS, secret: secretOf(secret) });
  const delta = totp.validate({ token: code, timestamp: now * 1_000, window: WINDOW });
  return delta === null ? null : Math.floor(now / TERMS.period) + delta;
}

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer });

/** A typed code, judged by its form alone; null for what is neither. */
export type TypedCode = { readonly kind: 'generator' | 'recovery'; readonly code: string } | null;

/** Blanks and hyphens do not count, nor does the case. */
export function typedCode(typed: string): TypedCode {
  const code = typed.replace(/[\s-]/g, '').toLowerCase();
  if (/^\d{6}$/.test(code)) return { kind: 'generator', code };
  return /^[0-9a-z]{16}$/.test(code) ? { kind: 'recovery', code } : null;
}

/** Fresh codes to be kept on paper, all different. */
export function freshRecoveryCodes(): string[] {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(Array.from({ length: GROUPS }, freshGroup).join('-'));
  return [...codes];
}

const freshGroup = (): string =>
  Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** What is stored of such a code. */
export const recoveryFingerprint = (accountId: string, code: string): string =>
  fingerprintOf(`code de secours ${accountId} ${code.replaceAll('-', '')}`);
