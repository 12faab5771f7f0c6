import { hash } from 'node:crypto';

/** Whether a conditional request names this tag, written without `W/`; a proxy that compresses makes tags weak. */
export function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** A tag, without `W/`, for an answer that is made of nothing but `parts`. */
export const tagOf = (...parts: readonly string[]): string => `"${hash('sha256', JSON.stringify(parts), 'base64url')}"`;
