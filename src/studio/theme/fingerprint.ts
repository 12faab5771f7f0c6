import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * The fingerprint of a text as the platform gives it: SHA-256 in hexadecimal digits. Browsers compute that themselves on secure connections
 * only, and this may be http from another machine.
 */
export const fingerprintOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
