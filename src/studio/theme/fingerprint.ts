import { sha256 } from '@noble/hashes/sha2.js';

/**
 * The fingerprint of a text as the platform gives it: SHA-256 in hexadecimal digits. Browsers compute that themselves on secure connections
 * only, and this may be http from another machine.
 */
export const fingerprintOf = (text: string): string =>
  Array.from(sha256(new TextEncoder().encode(text)), (byte) => byte.toString(16).padStart(2, '0')).join('');
