import type { FastifyReply } from 'fastify';

const CACHE_STATUS = 'Cache-Status';

/**
 * Says in a header of an answer from memory how old it is (RFC 9211); adds nothing to a fresh answer.
 * @param verifiedAt when the page was last verified, milliseconds since 1970; null for a page that was verified for this answer
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
