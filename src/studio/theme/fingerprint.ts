import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const UTF_8 = new TextEncoder();

/**
 * The fingerprint of a text as the platform gives it: SHA-256 in hexadecimal digits. Browsers compute that themselves on secure connections
 * only, and this may be http from another machine.
 */
export const fingerprintOf = (text: string): string => bytesToHex(sha256(UTF_8.encode(text)));
