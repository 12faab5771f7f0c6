import { createHash } from 'node:crypto';

/** A file's `empreinte`: lowercase hexadecimal SHA-256 of its UTF-8 content. */
export const fingerprintOfContent = (content: string): string => createHash('sha256').update(content).digest('hex');
