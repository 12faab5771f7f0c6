import { createHash } from 'node:crypto';

/** Lowercase hexadecimal SHA-256 of a text in UTF-8: an `empreinte`, of a secret or of a file's content. */
export const fingerprintOf = (text: string): string => createHash('sha256').update(text).digest('hex');
