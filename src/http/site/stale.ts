import type { FastifyReply } from 'fastify';

const CACHE_STATUS = 'Cache-Status';

/**
 * Adds to an answer from memory the header that says how long ago it was last verified (RFC 9211); nothing to a fresh one.
 * @param verifiedAt milliseconds since 1970, null when it was verified for this very answer
 */
export function tellAge(reply: FastifyReply, verifiedAt: number | null): void {
  if (verifiedAt === null) return;
  const seconds = Math.ceil((Date.now() - verifiedAt) / 1_000);
  reply.header(CACHE_STATUS, `vitrine; hit; ttl=-${seconds}; detail="base injoignable"`);
}

/** Whether `tellAge` has added the header. */
export const isFromMemory = (reply: FastifyReply): boolean => reply.hasHeader(CACHE_STATUS);

/** Removes it from an answer that did not come from memory after all. */
export function tellNoAge(reply: FastifyReply): void {
  reply.removeHeader(CACHE_STATUS);
}
